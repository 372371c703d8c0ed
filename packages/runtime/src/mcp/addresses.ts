import { MCP_PATH, OAUTH_METADATA_PATHS } from '@memory/contracts';
import type { EndpointEvent } from '../endpoint-context.ts';

/** The address that clients reach the service at: the configured one, or that of this request. */
function baseUrl({ headers, requestContext, state: { services } }: EndpointEvent): string {
  if (services.mcp.publicUrl) return services.mcp.publicUrl;
  const isLocal = requestContext.apiId === 'local';
  return isLocal ? `http://${headers['host'] ?? 'localhost'}` : `https://${requestContext.domainName}`;
}

export const mcpUrl = (event: EndpointEvent): string => `${baseUrl(event)}${MCP_PATH}`;

export const metadataUrl = (event: EndpointEvent): string => `${baseUrl(event)}${OAUTH_METADATA_PATHS[0]}`;
