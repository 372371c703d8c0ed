import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Workspace Memory</title>
<p>You can close this page; the terminal says how it went.</p>`;

export interface Redirect extends AsyncDisposable {
  /** Where the provider sends the browser to: a loopback address, whose port providers let vary (RFC 8252 7.3). */
  uri: string;
  parameters: Promise<URLSearchParams>;
}

/** Listens on this machine alone, for the one answer of a login. */
export async function awaitRedirect(withinMs: number): Promise<Redirect> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  // It may be refused before anybody waits for it.
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(new Error('Nobody logged in in time.')), withinMs);
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', uri);
    const isAnswer = pathname === '/callback' && (searchParams.has('code') || searchParams.has('error'));
    response
      .writeHead(isAnswer ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' })
      .end(isAnswer ? PAGE : '');
    if (isAnswer) resolve(searchParams);
  });
  return {
    uri,
    parameters: promise,
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer);
      server.close();
      await once(server, 'close');
    },
  };
}
