import type { RateClass } from '@memory/contracts';
import { hashApiKey, isWellFormedApiKey, ServiceError } from '@memory/core';
import { authenticateKey } from '@memory/db';
import { admitCaller } from '../../http/admit-caller.ts';
import type { EndpointEvent } from '../../http/endpoint-context.ts';
import { mcpUrl } from './addresses.ts';
import type { Caller } from '../server/call-tool.ts';
import { findMember, foreignWorkspace, verifyToken } from '../../../login/authenticate-login.ts';

/** The caller, as far as it can be told without the database. */
export type Credentials =
  | { kind: 'key'; keyHash: string }
  | { kind: 'token'; issuer: string; subject: string };

const EXPECTED = 'Send `Authorization: Bearer <API_KEY>`.';

/** @throws authentication_failed */
export async function readCredentials(event: EndpointEvent): Promise<Credentials> {
  const header = event.headers['authorization'];
  if (!header)
    throw new ServiceError('authentication_failed', `The Authorization header is missing. ${EXPECTED}`);
  const [, scheme = '', secret = ''] = /^(\S+) (\S+)$/u.exec(header) ?? [];
  if (scheme.toLowerCase() === 'token')
    throw new ServiceError(
      'authentication_failed',
      `The tool server takes the Bearer scheme, not Token. ${EXPECTED}`,
    );
  if (scheme.toLowerCase() !== 'bearer')
    throw new ServiceError('authentication_failed', `The Authorization header is not valid. ${EXPECTED}`);
  if (isWellFormedApiKey(secret)) return { kind: 'key', keyHash: hashApiKey(secret) };
  const { mcp, wrongKeys } = event.state.services;
  const { oauth } = mcp;
  if (!oauth || !secret.includes('.')) throw wrongKeys.refusal(event.requestContext.http.sourceIp);
  return { kind: 'token', ...(await verifyToken(secret, { ...oauth, resource: mcpUrl(event) })) };
}

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
