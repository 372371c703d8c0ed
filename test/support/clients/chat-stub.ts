import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTextGenerator, type TextGenerator } from '@memory/providers/text-generator';

/** A request to the stub: the user's turn, and the name of the wanted shape. */
export interface ChatRequest {
  user: string;
  schemaName: string;
}

/** A reply of the stub: a value sent as JSON, text sent as it is, a status, or nothing at all. */
export type ChatReply = { value: unknown } | { text: string } | { status: number } | 'silence';

export interface ChatStub extends AsyncDisposable {
  generator: TextGenerator;
  requests: ChatRequest[];
}

/** An OpenAI-compatible server over real HTTP, and the generator that talks to it. */
export async function startChatStub(
  answer: (request: ChatRequest) => ChatReply,
  { timeoutMs = 2_000 }: { timeoutMs?: number } = {},
): Promise<ChatStub> {
  const requests: ChatRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        messages: { role: string; content: string }[];
        response_format: { json_schema?: { name: string } };
      };
      const request = {
        user: body.messages.at(-1)?.content ?? '',
        schemaName: body.response_format.json_schema?.name ?? '',
      };
      requests.push(request);
      const reply = answer(request);
      if (reply === 'silence') return;
      if ('status' in reply) {
        response.writeHead(reply.status).end('{"error":"no"}');
        return;
      }
      const content = 'text' in reply ? reply.text : JSON.stringify(reply.value);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 1_000, completion_tokens: 200 },
        }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    generator: createTextGenerator({
      provider: 'openai-compatible',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'stub',
      timeoutMs,
    }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
