import { WORKSPACE_ID_HEADER, type RateClass } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import type { AuthenticatedMember } from '@memory/db';
import type { OAuthSettings } from '../create-services.ts';
import type { EndpointEvent } from '../doors/http/endpoint-context.ts';
import { mcpUrl } from '../doors/mcp/http/addresses.ts';
import { findMember } from './find-member.ts';
import { verifyToken } from './verify-token.ts';

/**
 * A login at the REST interface: the token that the tool server takes, in the scheme of keys.
 * @throws authentication_failed, upstream_unavailable; no_workspace_membership, workspace_not_specified, invalid_workspace_id
 */
export async function authenticateLogin(
  event: EndpointEvent,
  { token, oauth, rateClass }: { token: string; oauth: OAuthSettings; rateClass: RateClass },
): Promise<AuthenticatedMember> {
  const login = await verifyToken(token, { ...oauth, resource: mcpUrl(event) });
  const workspaceId = event.headers[WORKSPACE_ID_HEADER] ?? null;
  const found = await findMember(event, login, { workspaceId, rateClass });
  if (found instanceof ServiceError) throw found;
  return found;
}
