import type { MiddlewareObj } from '@middy/core';
import { SCOPES, type Scope } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import type { EndpointEvent } from '../endpoint-context.ts';

/** 403: each scope may do what the scopes before it may. */
export function authorize(required: Scope): MiddlewareObj<EndpointEvent> {
  return {
    before({ event }) {
      const { scope } = event.state;
      if (scope === undefined || SCOPES.indexOf(scope) < SCOPES.indexOf(required))
        throw new ServiceError('insufficient_scope', `This call needs a key with the scope ${required}.`);
    },
  };
}
