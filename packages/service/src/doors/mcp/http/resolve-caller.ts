import type { RateClass } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { authenticateKey } from '@memory/db';
import type { Caller } from '../server/call-tool.ts';
import { admitCaller } from '../../http/admit-caller.ts';
import type { EndpointEvent } from '../../http/endpoint-context.ts';
import { findMember, foreignWorkspace } from '../../../login/find-member.ts';
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
    const [workspaceId = null, ...others] = named;
    if (others.some((other) => other !== workspaceId)) return refusing(foreignWorkspace(workspaceId ?? ''));
    const found = await findMember(event, credentials, { workspaceId, rateClass });
    return found instanceof ServiceError ? refusing(found) : admit(event, found);
  }
  const { keyHash } = credentials;
  const found = await wrongKeys.find(event.requestContext.http.sourceIp, keyHash, () =>
    authenticateKey(db, { keyHash, rateClass, rates, leases }),
  );
  const caller = admit(event, found);
  const foreign = named.find((id) => id.toLowerCase() !== found.workspace.id);
  return foreign === undefined ? caller : refusing(foreignWorkspace(foreign));
}

function admit(event: EndpointEvent, found: Parameters<typeof admitCaller>[1]): CallerOrRefusal {
  const { scope } = found;
  const workspace = admitCaller(event, found);
  return () => ({ workspace, scope });
}

const refusing =
  (refusal: ServiceError): CallerOrRefusal =>
  () => {
    throw refusal;
  };
