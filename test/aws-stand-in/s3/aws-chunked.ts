import { AwsError } from '../aws-error.ts';

/** A streamed upload: the object without the framing, and the trailing headers, such as its checksum. */
interface Decoded {
  content: Buffer;
  trailers: Record<string, string>;
}

const malformed = (): AwsError =>
  new AwsError('IncompleteBody', 400, 'The request body terminated unexpectedly.');

/**
 * Decodes `aws-chunked` content: `size-in-hex[;extension]\r\n bytes \r\n` until a chunk of size 0, then trailers.
 * @throws IncompleteBody where the framing is broken
 */
export function decodeAwsChunked(body: Buffer): Decoded {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', position);
    if (lineEnd < 0) throw malformed();
    const size = Number.parseInt(body.toString('latin1', position, lineEnd), 16);
    const start = lineEnd + 2;
    if (Number.isNaN(size) || start + size > body.length) throw malformed();
    if (size === 0) return { content: Buffer.concat(chunks), trailers: readTrailers(body.subarray(start)) };
    chunks.push(body.subarray(start, start + size));
    position = start + size + 2;
  }
}

function readTrailers(bytes: Buffer): Record<string, string> {
  const lines = bytes.toString('latin1').split('\r\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
