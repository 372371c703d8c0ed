import { SCOPES } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import type { EndpointEvent, EndpointResult } from '../../http/endpoint-context.ts';
import { jsonReply } from '../../http/middleware/reply.ts';
import { mcpUrl } from './addresses.ts';

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
