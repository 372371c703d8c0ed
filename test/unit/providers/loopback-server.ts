import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface LoopbackRequest {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  /** Parsed when it is JSON, else the text. */
  body: unknown;
}

export interface LoopbackReply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An HTTP server on a free port for one test; `answer` decides by request, and undefined leaves the request without answer. */
export async function loopbackServer(
  answer: (request: LoopbackRequest, count: number) => LoopbackReply | undefined,
): Promise<{ url: string; requests: LoopbackRequest[] }> {
  const requests: LoopbackRequest[] = [];
  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const content = await text(incoming);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: parse(content),
    };
    requests.push(request);
    const answered = answer(request, requests.length);
    if (!answered) return;
    const { status = 200, body = {}, headers = { 'content-type': 'application/json' } } = answered;
    outgoing.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const server = createServer((incoming, outgoing) => void reply(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
