import { MCP_PATH, OAUTH_METADATA_PATHS } from '@memory/contracts';
import type { EndpointEvent } from '../../http/endpoint-context.ts';

/**
 * The address that clients reach the service at: the configured one, else the name that the gateway knows itself by.
 * Never one that a request chooses, since tokens are checked against it; a host that knows no name of its own asks for
 * PUBLIC_URL before it offers OAuth.
 */
const baseUrl = ({ requestContext, state: { services } }: EndpointEvent): string =>
  services.mcp.publicUrl ?? `https://${requestContext.domainName}`;

export const mcpUrl = (event: EndpointEvent): string => `${baseUrl(event)}${MCP_PATH}`;

export const metadataUrl = (event: EndpointEvent): string => `${baseUrl(event)}${OAUTH_METADATA_PATHS[0]}`;
