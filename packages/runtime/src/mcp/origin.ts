import { ServiceError } from '@memory/core';
import type { EndpointEvent } from '../endpoint-context.ts';

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

/**
 * Refuses names that were pointed at this machine (DNS rebinding).
 * @throws insufficient_scope, which is a 403
 */
export function checkHost({ headers, state: { services } }: EndpointEvent): void {
  const { hostnames, publicUrl } = services.mcp;
  // Where anybody may call, and in AWS, where the gateway knows its own names.
  if (!hostnames) return;
  const hostname = (headers['host'] ?? '').replace(/:\d+$/u, '').toLowerCase();
  if (!hostnames.includes(hostname) && hostname !== hostOf(publicUrl))
    throw new ServiceError('insufficient_scope', `This server is not called ${hostname}.`);
}

const hostOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).hostname);
