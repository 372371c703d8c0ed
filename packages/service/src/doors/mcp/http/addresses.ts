import { MCP_PATH, OAUTH_METADATA_PATHS, SCOPES } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import type { EndpointEvent, EndpointResult } from '../../http/endpoint-context.ts';
import { jsonReply } from '../../http/middleware/reply.ts';

/**
 * The address that clients reach the service at: the configured one, else the name that the gateway knows itself by.
 * Never one that a request chooses, since tokens are checked against it; a host that knows no name of its own asks for
 * PUBLIC_URL before it offers OAuth.
 */
const baseUrl = ({ requestContext, state: { services } }: EndpointEvent): string =>
  services.mcp.publicUrl ?? `https://${requestContext.domainName}`;

export const mcpUrl = (event: EndpointEvent): string => `${baseUrl(event)}${MCP_PATH}`;

export const metadataUrl = (event: EndpointEvent): string => `${baseUrl(event)}${OAUTH_METADATA_PATHS[0]}`;

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u;

/** Refuses pages of other sites, as the protocol asks. @throws insufficient_scope, which is a 403 */
export function checkOrigin({ headers, state: { services } }: EndpointEvent): void {
  const origin = headers['origin'];
  if (origin && !services.corsOrigins.includes(origin) && !LOOPBACK_ORIGIN.test(origin))
    throw new ServiceError('insufficient_scope', `The origin ${origin} may not call this server.`);
}

/** RFC 9728: which provider's tokens this server takes. @throws not_found while no issuer is configured */
export function protectedResource(event: EndpointEvent): EndpointResult {
  const { oauth } = event.state.services.mcp;
  if (!oauth) throw new ServiceError('not_found', `Path ${event.rawPath} was not found.`);
  if (event.requestContext.http.method !== 'GET')
    throw new ServiceError('method_not_allowed', 'The metadata can only be read.', { allow: ['GET'] });
  const result = jsonReply(200, {
    resource: mcpUrl(event),
    resource_name: 'Workspace Memory',
    authorization_servers: [oauth.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPES,
    // RFC 9728 section 2 lets a resource say more; for `setup --team`.
    ...(oauth.clientId === undefined ? {} : { workspace_memory_client_id: oauth.clientId }),
    ...(oauth.scope === undefined ? {} : { workspace_memory_scope: oauth.scope }),
  });
  // Browsers of any site may read what is public.
  return { ...result, headers: { ...result.headers, 'access-control-allow-origin': '*' } };
}
