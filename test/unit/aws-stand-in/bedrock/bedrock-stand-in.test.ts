import { BedrockRuntimeClient, ConverseCommand, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConverseAnswer, ConverseRequest } from '../../../aws-stand-in/bedrock/converse.ts';
import { startAwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';
import type { AwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';

const TITAN = 'amazon.titan-embed-text-v2:0';

describe('the Bedrock stand-in', () => {
  let standIn: AwsStandIn;
  let client: BedrockRuntimeClient;
  let answer: (request: ConverseRequest) => ConverseAnswer;

  beforeAll(async () => {
    standIn = await startAwsStandIn({ converse: (request) => answer(request) });
    client = new BedrockRuntimeClient({
      ...standIn.clientConfig,
      requestHandler: new NodeHttpHandler(),
      maxAttempts: 1,
    });
  });
  afterAll(() => standIn.close());

  const invoke = async <T>(modelId: string, body: object): Promise<T> => {
    const reply = await client.send(new InvokeModelCommand({ modelId, body: JSON.stringify(body) }));
    return JSON.parse(reply.body.transformToString()) as T;
  };
  const embed = async (inputText: string): Promise<number[]> =>
    (await invoke<{ embedding: number[] }>(TITAN, { inputText })).embedding;
  const dot = (a: number[], b: number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

  it('embeds a text the same each time, near to one with shared words', async () => {
    const text = await embed('the cat sat on the mat');
    expect(text).toHaveLength(1024);
    expect(await embed('the cat sat on the mat')).toEqual(text);
    expect(dot(text, text)).toBeCloseTo(1);
    expect(dot(text, await embed('a cat on a mat'))).toBeGreaterThan(
      dot(text, await embed('quarterly revenue rose')) + 0.2,
    );
  });

  it('refuses what Titan refuses', async () => {
    const invalid = { name: 'ValidationException' };
    await expect(embed('')).rejects.toMatchObject(invalid);
    await expect(embed('a'.repeat(40_000))).rejects.toThrow(/Too many input tokens/);
    await expect(invoke(TITAN, { inputText: 'a', dimensions: 300 })).rejects.toMatchObject(invalid);
    await expect(invoke('nobody.model', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('embeds with Cohere through a profile only, in both forms of answer', async () => {
    const body = { input_type: 'search_query', texts: ['a b', 'c'], output_dimension: 256 };
    await expect(invoke('cohere.embed-v4:0', body)).rejects.toThrow(/on-demand throughput/);
    const plain = await invoke<{ embeddings: number[][] }>('eu.cohere.embed-v4:0', body);
    const typed = await invoke<{ embeddings: { float: number[][] } }>('eu.cohere.embed-v4:0', {
      ...body,
      embedding_types: ['float'],
    });
    expect(plain.embeddings.map((each) => each.length)).toEqual([256, 256]);
    expect(typed.embeddings.float).toEqual(plain.embeddings);
    const many = { ...body, texts: Array.from({ length: 97 }, () => 'a') };
    await expect(invoke('eu.cohere.embed-v4:0', many)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('reranks, the better documents first', async () => {
    const body = { query: 'red fox', documents: ['blue sky', 'a red fox', 'red wine'], top_n: 2 };
    const results = [
      { index: 1, relevance_score: 1 },
      { index: 2, relevance_score: 0.5 },
    ];
    expect(await invoke('cohere.rerank-v3-5:0', { ...body, api_version: 2 })).toEqual({ results });
    expect(await invoke('amazon.rerank-v1:0', body)).toEqual({ results });
    await expect(invoke('cohere.rerank-v3-5:0', body)).rejects.toThrow(/api_version/);
  });

  it('converses as the script says, in text and by tool', async () => {
    const send = () =>
      client.send(
        new ConverseCommand({ modelId: 'eu.model', messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }),
      );
    answer = ({ modelId, messages }) => `${modelId} heard ${messages[0]?.content[0]?.text}`;
    expect(await send()).toMatchObject({
      stopReason: 'end_turn',
      output: { message: { role: 'assistant', content: [{ text: 'eu.model heard Hi' }] } },
    });
    answer = () => ({ toolUse: { name: 'save', input: { a: 1 } } });
    expect(await send()).toMatchObject({
      stopReason: 'tool_use',
      output: { message: { content: [{ toolUse: { name: 'save', input: { a: 1 } } }] } },
    });
  });

  it('throttles', async () => {
    standIn.faults.throttle('bedrock');
    await expect(embed('a')).rejects.toMatchObject({
      name: 'ThrottlingException',
      $metadata: { httpStatusCode: 429 },
    });
    expect(await embed('a')).toHaveLength(1024);
  });

  it('is as slow as it is told, so that a caller can give up', async () => {
    const before = standIn.calls.length;
    const never = Promise.withResolvers<void>();
    standIn.faults.wait('bedrock', never.promise);
    const abort = new AbortController();
    const sent = client.send(new InvokeModelCommand({ modelId: TITAN, body: '{"inputText":"a"}' }), {
      abortSignal: abort.signal,
    });
    await vi.waitFor(() => expect(standIn.calls.length).toBeGreaterThan(before));
    abort.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    const released = Promise.withResolvers<void>();
    standIn.faults.wait('bedrock', released.promise);
    const slow = embed('a');
    released.resolve();
    expect(await slow).toHaveLength(1024);
  });
});
