import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

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
