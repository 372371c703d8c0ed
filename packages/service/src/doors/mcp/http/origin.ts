import { ServiceError } from '@memory/core';
import type { EndpointEvent } from '../../http/endpoint-context.ts';

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u;

/**
 * Refuses pages of other sites, as the protocol asks.
 * @throws insufficient_scope, which is a 403
 */
export function checkOrigin({ headers, state: { services } }: EndpointEvent): void {
  const origin = headers['origin'];
  if (origin && !services.corsOrigins.includes(origin) && !LOOPBACK_ORIGIN.test(origin))
    throw new ServiceError('insufficient_scope', `The origin ${origin} may not call this server.`);
}
