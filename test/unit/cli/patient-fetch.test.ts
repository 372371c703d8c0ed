import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patientFetch } from '../../../packages/agents/src/connection/connection.ts';

describe('patientFetch', () => {
  it('sends the same again to a service that asks to wait or breaks off', async () => {
    const bodies: string[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      bodies.push(await text(request));
      if (bodies.length === 1) response.writeHead(429, { 'retry-after': '0' }).end('{}');
      else if (bodies.length === 2) response.destroy();
      else response.end('done');
    };
    const url = await serve((request, response) => void answer(request, response));
    const response = await patientFetch(url)(url, { method: 'POST', body: 'the work' });
    expect(await response.text()).toBe('done');
    expect(bodies).toEqual(['the work', 'the work', 'the work']);
  });

  it('gives back at once what trying again would not change', async () => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.writeHead(422).end('not valid');
    });
    const response = await patientFetch(url)(url, { method: 'POST', body: '{}' });
    expect([response.status, await response.text(), calls]).toEqual([422, 'not valid', 1]);
  });

  it('tells why there is no answer, and what to do', async () => {
    const url = await serve(() => undefined);
    const given = patientFetch(url)(url, { signal: AbortSignal.timeout(50) });
    await expect(given).rejects.toThrow(/^The service at .* gave no answer: .* workspace-memory up /u);
  });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
