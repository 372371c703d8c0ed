import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { BODY_BYTES_MAX } from '../../../doors/http/body-limit.ts';

/** For the 1 MiB that a body may have, at the pace of a telephone. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Bytes that a caller may go on sending after the answer, so that it gets to read it: many read nothing before they have sent
 * all. Of a stranger no more than a body may have.
 */
const PASSED_OVER = { bytesMax: 32 * 1_024 * 1_024, strangerBytesMax: BODY_BYTES_MAX, timeoutMs: 2_000 };

/**
 * The body, or its beginning when it is longer than `bytesMax`: just enough to tell that it is.
 * @returns undefined when it did not arrive in time
 */
export async function readBody(
  request: IncomingMessage,
  { bytesMax, timeoutMs = BODY_TIMEOUT_MS }: { bytesMax: number; timeoutMs?: number | undefined },
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  const keep = (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) resolve(Buffer.concat(chunks));
  };
  request.on('data', keep);
  const stopWatching = finished(request, { writable: false }, (error) =>
    error ? reject(error) : resolve(Buffer.concat(chunks)),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stopWatching();
    request.off('data', keep);
    request.pause();
  }
}

/** Whether the request has a body that has not arrived whole. */
export function isBodyLeft({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/**
 * Reads on without keeping anything, so that the caller gets to read its answer before the connection ends.
 * @returns when the body is over, or its caller has had enough time
 */
export async function passOver(request: IncomingMessage, isMember: boolean): Promise<void> {
  if (!isBodyLeft(request) || request.destroyed) return;
  let left = isMember ? PASSED_OVER.bytesMax : PASSED_OVER.strangerBytesMax;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    request.socket.destroy();
    resolve();
  }, PASSED_OVER.timeoutMs).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    // Unread, the rest holds its sender up; it has until the connection ends to read the answer.
    if (left < 0) request.pause();
  });
  request.resume();
  finished(request, { writable: false }, () => resolve());
  await promise;
  clearTimeout(timer);
}
