import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { Config } from '../../../config/config.ts';
import { BODY_BYTES_MAX } from '../../../doors/http/request-body.ts';

/** Below the 1,024 open files that most systems allow a process; bodies of 1 MiB on all of them fit into memory. */
const CONNECTIONS_MAX = 512;

/** Without a byte in either direction; a caller who waits for a long answer is not meant. */
const SILENCE_MAX_MS = 60_000;

export interface BoundConnections {
  /** The request is complete, and the connection waits for us. @returns to be called when its answer is made */
  answering(socket: Socket): () => void;
}

/**
 * Keeps slow and idle connections from crowding out the others: where there are too many, the one that has been quiet
 * for longest is closed in favour of the new one, and none stays that neither speaks nor listens.
 */
export function boundConnections(server: Server, connectionsMax = CONNECTIONS_MAX): BoundConnections {
  const open = new Set<Socket>();
  /** Those that nothing is being done for; the longest quiet is the first. */
  const quiet = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    quiet.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      quiet.delete(socket);
    });
    const [longest] = quiet;
    if (open.size > connectionsMax) longest?.destroy();
  });
  // A request on a kept connection: its body is still to come, and nobody has answered it.
  for (const event of ['request', 'checkContinue'])
    server.prependListener(event, ({ socket }: IncomingMessage) => {
      if (quiet.delete(socket)) quiet.add(socket);
    });
  server.setTimeout(SILENCE_MAX_MS, (socket: Socket) => {
    if (quiet.has(socket)) socket.destroy();
  });
  return {
    answering(socket) {
      quiet.delete(socket);
      return () => {
        if (open.has(socket)) quiet.add(socket);
      };
    },
  };
}

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

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

type Names = Pick<Config, 'HOST' | 'PUBLIC_URL'>;

/**
 * Whether a `Host` names this server. A page can have any name of its own point at this machine (DNS rebinding), and would
 * then be of the same origin. A server that listens beyond this machine is reached by names that it does not know.
 */
export function knownNames(config: Names): (host: string) => boolean {
  const { HOST } = config;
  const isLoopback = LOOPBACK.includes(HOST) || HOST === '::1' || HOST.startsWith('127.');
  return isLoopback ? (host) => isOwnName(host, config) : () => true;
}

/** Whether a `Host` is a name that this server surely has: of loopback, or a configured one. */
export function isOwnName(host: string, { HOST, PUBLIC_URL }: Names): boolean {
  const names = new Set([...LOOPBACK, HOST, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])]);
  return names.has(host.replace(/:\d+$/u, '').toLowerCase());
}
