import type { MiddlewareObj } from '@middy/core';
import type { RateClass } from '@memory/contracts';
import { hashApiKey, isWellFormedApiKey, ServiceError } from '@memory/core';
import { authenticateKey, type AuthenticatedMember } from '@memory/db';
import { admitCaller } from '../admit-caller.ts';
import type { EndpointEvent } from '../endpoint-context.ts';

/** 401, then 429: key or login, scope, rate and the facts of the workspace come with one statement. */
export function authenticate(rateClass: RateClass): MiddlewareObj<EndpointEvent> {
  return {
    async before({ event }) {
      admitCaller(event, await findCaller(event, rateClass));
    },
  };
}

async function findCaller(event: EndpointEvent, rateClass: RateClass): Promise<AuthenticatedMember> {
  const { db, rates, leases, wrongKeys, mcp } = event.state.services;
  const { sourceIp } = event.requestContext.http;
  const secret = readSecret(event.headers['authorization']);
  if (isWellFormedApiKey(secret)) {
    const keyHash = hashApiKey(secret);
    return wrongKeys.find(sourceIp, keyHash, () =>
      authenticateKey(db, { keyHash, rateClass, rates, leases }),
    );
  }
  if (!mcp.oauth || !secret.includes('.')) throw wrongKeys.refusal(sourceIp);
  // Loaded with the first login: most callers have keys.
  const { authenticateLogin } = await import('../../../login/authenticate-login.ts');
  return authenticateLogin(event, { token: secret, oauth: mcp.oauth, rateClass });
}

const EXPECTED = 'Send `Authorization: Token <API_KEY>`.';

function readSecret(header: string | undefined): string {
  if (!header)
    throw new ServiceError('authentication_failed', `The Authorization header is missing. ${EXPECTED}`);
  const [, scheme = '', secret = ''] = /^(\S+) (\S+)$/u.exec(header) ?? [];
  if (scheme.toLowerCase() === 'bearer')
    throw new ServiceError(
      'authentication_failed',
      `The REST interface takes the Token scheme, not Bearer. ${EXPECTED}`,
    );
  if (scheme.toLowerCase() !== 'token')
    throw new ServiceError('authentication_failed', `The Authorization header is not valid. ${EXPECTED}`);
  return secret;
}
