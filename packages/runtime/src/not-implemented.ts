import type { Route } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { endpoint } from './endpoint.ts';
import type { EndpointHandler } from './endpoint-context.ts';

/** Answers 501 for a route that is specified but not served yet; key and scope are asked for all the same. */
export function notImplemented({ method, path, summary, tag, scope, rate, status }: Route): EndpointHandler {
  return endpoint({ method, path, summary, tag, scope, rate, status, errors: [] }, () =>
    Promise.reject(new ServiceError('not_implemented', `${method} ${path} is not served yet.`)),
  );
}
