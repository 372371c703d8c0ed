import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Exchange {
  method: string;
  path: string;
  sent: string;
  status: number;
  headers: Headers;
  /** Of the answer. */
  body: string;
}

export interface TamperingProxy {
  url: string;
  close(): Promise<void>;
}

/** Passes requests on to a service, and its answers back as `tamper` leaves them. */
export async function startTamperingProxy(
  target: string,
  tamper: (exchange: Exchange) => void,
): Promise<TamperingProxy> {
  const server = createServer((request, response) => {
    const pass = async () => {
      const sent = await buffer(request);
      const path = request.url ?? '/';
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value] as [string, string]] : [],
      );
      const reply = await fetch(target + path, {
        method: request.method ?? 'GET',
        headers,
        ...(sent.length > 0 ? { body: sent } : {}),
      });
      const exchange: Exchange = {
        method: request.method ?? 'GET',
        path,
        sent: sent.toString(),
        status: reply.status,
        headers: new Headers(reply.headers),
        body: await reply.text(),
      };
      for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
        exchange.headers.delete(name);
      tamper(exchange);
      response.writeHead(exchange.status, Object.fromEntries(exchange.headers)).end(exchange.body);
    };
    void pass().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const HOP_BY_HOP = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
]);
