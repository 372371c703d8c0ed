import type { MiddlewareObj } from '@middy/core';
import { ServiceError } from '@memory/core';
import type { EndpointEvent } from '../endpoint-context.ts';
import type { routeMatcher } from '../match-route.ts';

/** 405: the gateway takes `GET /api/v1/memories/store` for a memory named `store`; it is a wrong method (decision 10). */
export function checkMethod(matchRoute: ReturnType<typeof routeMatcher>): MiddlewareObj<EndpointEvent> {
  return {
    before({ event: { rawPath, requestContext } }) {
      const { method } = requestContext.http;
      const { match, allow } = matchRoute(method, rawPath);
      if (!match && allow.length > 0)
        throw new ServiceError('method_not_allowed', `Method ${method} is not allowed here.`, { allow });
    },
  };
}
