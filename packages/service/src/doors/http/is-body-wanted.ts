import { isWellFormedApiKey } from '@memory/core';
import type { Runtime } from '../../create-services.ts';
import type { EndpointEvent } from './endpoint-context.ts';
import { isTooLong } from './body-limit.ts';

/** Three parts, none of them checked yet. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/u;

/**
 * Whether the answer can be anything but a refusal. Where it cannot, a host gives the request to its handler without the
 * body: it is refused there for its key or its length in the order of all others, and strangers send us nothing to keep.
 */
export function isBodyWanted(headers: EndpointEvent['headers'], { mcp }: Pick<Runtime, 'mcp'>): boolean {
  const secret = /^\S+ (\S+)$/u.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const mayBeValid = isWellFormedApiKey(secret) || (mcp.oauth !== undefined && TOKEN.test(secret));
  return mayBeValid && !isTooLong(headers);
}
