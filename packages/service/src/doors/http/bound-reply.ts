import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from './accepts-gzip.ts';
import type { EndpointResult } from './endpoint-context.ts';

/** Speed matters more than size: 40 MB take 0.3 s instead of a second. */
const LEVEL = 4;

/** A quote within the body takes two characters in the function's answer, and no byte takes more. */
const ESCAPED_MAX = 2;
const QUOTES = 2;

/**
 * An answer that the platform can carry: one that is too long is compressed where the caller takes gzip.
 * @param bytesMax of the body as it stands in the function's answer: escaped as JSON, or base64 when compressed
 * @param lessBy what the caller can do to get less, told when it is too long even so
 * @returns 413 where it is too long even so
 */
export async function boundReply(
  result: EndpointResult,
  {
    acceptEncoding,
    bytesMax,
    lessBy = 'ask for less at once',
  }: { acceptEncoding: string | undefined; bytesMax: number; lessBy?: string | undefined },
): Promise<EndpointResult> {
  const { body = '', headers, isBase64Encoded = false } = result;
  if (isBase64Encoded || fits(body, bytesMax)) return result;
  if (acceptsGzip(acceptEncoding)) {
    const packed = (await promisify(gzip)(body, { level: LEVEL })).toString('base64');
    const vary = [headers?.['vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
    if (packed.length <= bytesMax)
      return {
        ...result,
        headers: { ...headers, vary, 'content-encoding': 'gzip' },
        body: packed,
        isBase64Encoded: true,
      };
  }
  const detail = `The answer is larger than an answer may be (${bytesMax} bytes); ${lessBy}.`;
  return { ...result, statusCode: 413, body: JSON.stringify({ detail }) };
}

function fits(body: string, bytesMax: number): boolean {
  if (ESCAPED_MAX * Buffer.byteLength(body) + QUOTES <= bytesMax) return true;
  return Buffer.byteLength(JSON.stringify(body)) <= bytesMax;
}
