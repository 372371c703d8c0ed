import { ServiceError, isWellFormedApiKey } from '@memory/core';
import type { Runtime } from '../../create-services.ts';
import type { EndpointEvent } from './endpoint-context.ts';

/** Largest body of a request, in bytes (decision 5). */
export const BODY_BYTES_MAX = 1_024 * 1_024;

type Message = Pick<EndpointEvent, 'headers' | 'body' | 'isBase64Encoded'>;

/** By what the headers say: such a body need not be read to be refused. */
const isTooLong = (headers: Message['headers']): boolean =>
  Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX;

/** @throws payload_too_large */
export function readBytes({ headers, body = '', isBase64Encoded }: Message): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (isTooLong(headers) || bytes.length > BODY_BYTES_MAX)
    throw new ServiceError('payload_too_large', `The body has more than ${BODY_BYTES_MAX} bytes.`);
  return bytes;
}

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
