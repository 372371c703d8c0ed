import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completable, ResourceTemplate } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { createServer } from '../../../packages/service/src/doors/mcp/server/create-server.ts';
import { serveRequest } from '../../../packages/service/src/doors/mcp/server/handle-message.ts';
import { toGatewayEvent } from '../../../packages/service/src/hosts/node/gateway/gateway-event.ts';
import { checkOrigin } from '../../../packages/service/src/doors/mcp/http/addresses.ts';
import type { TestWorkspace } from '../../host/service.ts';

type Server = ReturnType<typeof createServer>;

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = Buffer.from('RIFF$\0\0\0WAVEfmt ').toString('base64');

const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const embedded = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

/** Names that the conformance suite calls, added to our own tools, prompts and resources. */
function addFixtures(server: Server): void {
  const tool = (
    name: string,
    ...content: (typeof image | ReturnType<typeof text> | ReturnType<typeof embedded>)[]
  ) => server.registerTool(name, { description: name, inputSchema: z.object({}) }, () => ({ content }));
  tool('test_simple_text', text('This is a simple text response for testing.'));
  tool('test_image_content', image);
  tool('test_embedded_resource', embedded('test://embedded-resource', 'text/plain', 'An embedded resource.'));
  tool(
    'test_multiple_content_types',
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  );
  server.registerTool('test_audio_content', { description: 'Audio.', inputSchema: z.object({}) }, () => ({
    content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_error_handling', { description: 'Fails.', inputSchema: z.object({}) }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, (uri) => ({
    contents: [
      { uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }));
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: PIXEL }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        { uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) },
      ],
    }),
  );
  const user = (...contents: (typeof image | ReturnType<typeof text> | ReturnType<typeof embedded>)[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () =>
    user(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Arguments.',
      argsSchema: z.object({ arg1: completable(z.string(), () => ['paris', 'park']), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      user(
        embedded(resourceUri, 'text/plain', 'Embedded.'),
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image.' }, () =>
    user(image, text('Please analyze the image above.')),
  );
}

/** Our server with the suite's fixtures, behind our check of origins, asking for no key: the suite sends none. */
export async function startConformanceServer({
  services,
}: Pick<TestWorkspace, 'services'>): Promise<AsyncDisposable & { url: string }> {
  const refuse = () => Promise.reject(new Error('The suite calls nothing of ours.'));
  const makeServer = () => {
    const server = createServer({
      version: '0.0.0',
      form: 'A',
      profiles: ['full'],
      call: refuse,
      read: () => Promise.resolve('A memory.'),
    });
    addFixtures(server);
    return server;
  };

  async function answer(request: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const event = toGatewayEvent(request, bytes);
    try {
      checkOrigin({ ...event, headers: event.headers ?? {}, state: { services, requestId: '' } });
    } catch {
      return new Response('{}', { status: 403 });
    }
    if (request.method !== 'POST') return new Response('{}', { status: 405, headers: { allow: 'POST' } });
    const message = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: event.headers as Record<string, string>,
    });
    return serveRequest(message, JSON.parse(bytes.toString()), makeServer, () => undefined);
  }

  const server = createHttpServer((request, response) => {
    void (async () => {
      const reply = await answer(request);
      response.writeHead(reply.status, Object.fromEntries(reply.headers));
      response.end(Buffer.from(await reply.arrayBuffer()));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
