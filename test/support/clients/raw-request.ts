import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to a server of the tests, on which anything can be written. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A test's dealings with its connections are its own affair.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All that the server says on it until it closes it, or until `timeoutMs` have passed. */
export async function readAll(socket: Socket, timeoutMs = 10_000): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) {
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    await once(socket, 'close');
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString();
}

/** The server's answer to these lines, on a connection of their own. */
export async function rawRequest(url: string, lines: readonly string[], body = ''): Promise<string> {
  const socket = await openSocket(url);
  socket.write([...lines, 'Connection: close', '', body].join('\r\n'));
  return readAll(socket);
}
