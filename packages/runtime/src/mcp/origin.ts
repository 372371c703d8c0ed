import { ServiceError } from '@memory/core';
import type { EndpointEvent } from '../endpoint-context.ts';

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u;

/**
 * Refuses pages of other sites, and names that were pointed at this machine (DNS rebinding), as the protocol asks.
 * @throws insufficient_scope, which is a 403
 */
export function checkOrigin({ headers, requestContext, state: { services } }: EndpointEvent): void {
  const { corsOrigins, mcp } = services;
  const origin = headers['origin'];
  if (origin && !corsOrigins.includes(origin) && !LOOPBACK_ORIGIN.test(origin))
    throw new ServiceError('insufficient_scope', `The origin ${origin} may not call this server.`);
  // In AWS the gateway knows its own names.
  if (requestContext.apiId !== 'local' || !mcp.hostnames) return;
  const hostname = (headers['host'] ?? '').replace(/:\d+$/u, '').toLowerCase();
  if (!mcp.hostnames.includes(hostname) && hostname !== hostOf(mcp.publicUrl))
    throw new ServiceError('insufficient_scope', `This server is not called ${hostname}.`);
}

const hostOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).hostname);
