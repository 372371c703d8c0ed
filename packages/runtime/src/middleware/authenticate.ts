import type { MiddlewareObj } from '@middy/core';
import type { RateClass } from '@memory/contracts';
import { hashApiKey, isWellFormedApiKey, ServiceError } from '@memory/core';
import { authenticateKey, takeTurnsWith } from '@memory/db';
import type { EndpointEvent } from '../endpoint-context.ts';

/** 401, then 429: key, scope, rate and the facts of the workspace come with one statement. */
export function authenticate(rateClass: RateClass): MiddlewareObj<EndpointEvent> {
  return {
    async before({ event }) {
      const { state } = event;
      const { db, rates, leases, wrongKeys } = state.services;
      const { sourceIp } = event.requestContext.http;
      const key = readKey(event.headers['authorization']);
      if (!isWellFormedApiKey(key)) throw wrongKeys.refusal(sourceIp);
      const keyHash = hashApiKey(key);
      const found = await wrongKeys.find(sourceIp, keyHash, () =>
        authenticateKey(db, { keyHash, rateClass, rates, leases }),
      );
      state.workspace = found.workspace;
      takeTurnsWith(found.workspace.id);
      state.keyId = found.keyId;
      state.scope = found.scope;
      if (found.retryAfterSeconds > 0)
        throw new ServiceError(
          'rate_limited',
          `Rate limit exceeded; try again in ${found.retryAfterSeconds} s.`,
          {
            retryAfterSeconds: found.retryAfterSeconds,
          },
        );
    },
  };
}

const EXPECTED = 'Send `Authorization: Token <API_KEY>`.';

function readKey(header: string | undefined): string {
  if (!header)
    throw new ServiceError('authentication_failed', `The Authorization header is missing. ${EXPECTED}`);
  const [, scheme = '', key = ''] = /^(\S+) (\S+)$/u.exec(header) ?? [];
  if (scheme.toLowerCase() === 'bearer')
    throw new ServiceError(
      'authentication_failed',
      `The REST interface takes the Token scheme, not Bearer. ${EXPECTED}`,
    );
  if (scheme.toLowerCase() !== 'token')
    throw new ServiceError('authentication_failed', `The Authorization header is not valid. ${EXPECTED}`);
  return key;
}
