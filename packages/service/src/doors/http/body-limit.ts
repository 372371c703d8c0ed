import { ServiceError } from '@memory/core';
import type { EndpointEvent } from './endpoint-context.ts';

/** Largest body of a request, in bytes (decision 5). */
export const BODY_BYTES_MAX = 1_024 * 1_024;

type Message = Pick<EndpointEvent, 'headers' | 'body' | 'isBase64Encoded'>;

/** By what the headers say: such a body need not be read to be refused. */
export const isTooLong = (headers: Message['headers']): boolean =>
  Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX;

/** @throws payload_too_large */
export function readBytes({ headers, body = '', isBase64Encoded }: Message): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (isTooLong(headers) || bytes.length > BODY_BYTES_MAX)
    throw new ServiceError('payload_too_large', `The body has more than ${BODY_BYTES_MAX} bytes.`);
  return bytes;
}
