import type { RateClass } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { authenticateKey, authenticateMember, takeTurnsWith } from '@memory/db';
import type { Caller } from '@memory/mcp';
import type { EndpointEvent } from '../endpoint-context.ts';
import type { Credentials } from './read-credentials.ts';

/** Gives the caller, or throws why the workspace cannot be told: a refusal that a tool answers, not HTTP. */
export type CallerOrRefusal = () => Caller;

/**
 * Looks the caller up and takes one call from its rate, in one statement.
 * @param named ids of the workspace that the call names, in its arguments or in the address
 * @throws authentication_failed, rate_limited
 */
export async function resolveCaller(
  event: EndpointEvent,
  credentials: Credentials,
  { rateClass, named }: { rateClass: RateClass; named: readonly string[] },
): Promise<CallerOrRefusal> {
  const { state } = event;
  const { db, rates, leases, wrongKeys } = state.services;
  if (credentials.kind === 'token') {
    const { issuer, subject } = credentials;
    const [workspaceId = null, ...others] = named;
    if (others.some((other) => other !== workspaceId)) return () => refuseWorkspace(workspaceId ?? '');
    const found = await authenticateMember(db, { issuer, subject, workspaceId, rateClass, rates, leases });
    if (found.memberships === 0)
      return refusing('no_workspace_membership', 'This login is a member of no workspace.');
    if (!found.member)
      return workspaceId === null
        ? refusing(
            'workspace_not_specified',
            'This login belongs to several workspaces: name one by workspace_id, as an argument or in the address (/mcp?workspace_id=…).',
          )
        : () => refuseWorkspace(workspaceId);
    return admit(event, found.member);
  }
  const { keyHash } = credentials;
  const found = await wrongKeys.find(event.requestContext.http.sourceIp, keyHash, () =>
    authenticateKey(db, { keyHash, rateClass, rates, leases }),
  );
  state.keyId = found.keyId;
  const caller = admit(event, found);
  const foreign = named.find((id) => id.toLowerCase() !== found.workspace.id);
  return foreign === undefined ? caller : () => refuseWorkspace(foreign);
}

function admit(event: EndpointEvent, found: Caller & { retryAfterSeconds: number }): CallerOrRefusal {
  const { workspace, scope, retryAfterSeconds } = found;
  event.state.workspace = workspace;
  takeTurnsWith(workspace.id);
  event.state.scope = scope;
  if (retryAfterSeconds > 0)
    throw new ServiceError('rate_limited', `Rate limit exceeded; try again in ${retryAfterSeconds} s.`, {
      retryAfterSeconds,
    });
  return () => ({ workspace, scope });
}

const refusing =
  (code: 'no_workspace_membership' | 'workspace_not_specified', message: string): CallerOrRefusal =>
  () => {
    throw new ServiceError(code, message);
  };

/** The same for a workspace of others and for one that does not exist. */
function refuseWorkspace(id: string): never {
  throw new ServiceError('invalid_workspace_id', `Workspace ${id} is not one of yours.`);
}
