import { ServiceError, isWellFormedApiKey } from '@memory/core';
import type { Runtime } from '../../create-services.ts';
import type { EndpointEvent } from './endpoint-context.ts';

/** Four times the levels that any request needs. The parser takes 0.1 s for 500,000 levels, and code that looks through them more. */
const LEVELS_MAX = 128;

/** Lists and objects in lists and objects, beyond what a body may have. */
export class TooDeepError extends Error {
  constructor() {
    super(`The body nests lists or objects more than ${LEVELS_MAX} levels deep`);
    this.name = 'TooDeepError';
  }
}

/** @throws TooDeepError, and TypeError or SyntaxError for what is no JSON in UTF-8 */
export function parseJson(bytes: Buffer): unknown {
  if (isTooDeep(bytes)) throw new TooDeepError();
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Told without parsing: 3 ms for a megabyte. */
function isTooDeep(bytes: Buffer): boolean {
  let levels = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place] ?? 0;
    if (byte === QUOTE) {
      for (place += 1; place < bytes.length && bytes[place] !== QUOTE; place += 1)
        if (bytes[place] === BACKSLASH) place += 1;
    } else if (OPENING.has(byte)) {
      levels += 1;
      if (levels > LEVELS_MAX) return true;
    } else if (CLOSING.has(byte)) levels -= 1;
  }
  return false;
}

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
