import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEmbedder, type EmbedderError } from '@memory/providers';
import { createTransformersEmbedder } from '../../../../packages/providers/src/embedder/transformers.ts';
import { stubAwsEnvironment } from '../aws-environment.ts';
import { loopbackServer, type LoopbackReply } from '../loopback-server.ts';

afterEach(() => void vi.unstubAllEnvs());

async function bedrock(answer: Parameters<typeof loopbackServer>[0]) {
  const server = await loopbackServer(answer);
  stubAwsEnvironment('BEDROCK_RUNTIME', server.url);
  return server;
}

const awsError = (status: number, name: string, message = 'no'): LoopbackReply => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': name },
  body: { message },
});

describe('bedrock-titan', () => {
  test('sends one text a call to the model, over plain HTTP/1.1', async () => {
    const { requests } = await bedrock(({ body }) => {
      const { inputText } = body as { inputText: string };
      const embedding = Array.from({ length: 256 }, (_, i) => (i === Number(inputText) ? 2 : 0));
      return { body: { embedding, inputTextTokenCount: 1 } };
    });
    const embedder = createEmbedder({ provider: 'bedrock-titan', dimensions: 256 });
    expect(embedder).toMatchObject({ model: 'bedrock/amazon.titan-embed-text-v2:0/256', dimensions: 256 });
    const vectors = await embedder.embed(['7', '3'], 'document');
    expect(vectors.map((vector) => vector.indexOf(1))).toEqual([7, 3]);
    expect(requests.map(({ path, body }) => ({ path: decodeURIComponent(path), body }))).toContainEqual({
      path: '/model/amazon.titan-embed-text-v2:0/invoke',
      body: { inputText: '7', dimensions: 256, normalize: true, embeddingTypes: ['float'] },
    });
  });

  test('halves a text that Bedrock finds too long', async () => {
    await bedrock(({ body }) => {
      const tooLong = (body as { inputText: string }).inputText.length > 6;
      if (tooLong) return awsError(400, 'ValidationException', 'Too many input tokens. Max input tokens: 6');
      return { body: { embedding: Array.from({ length: 256 }, () => 1) } };
    });
    const [vector] = await createEmbedder({ provider: 'bedrock-titan', dimensions: 256 }).embed(
      ['four four '],
      'document',
    );
    expect(vector).toHaveLength(256);
  });

  test.each([
    [429, 'ThrottlingException', 'throttled', true],
    [408, 'ModelTimeoutException', 'timeout', true],
    [424, 'ModelErrorException', 'unavailable', true],
    [500, 'InternalServerException', 'unavailable', true],
    [503, 'ServiceUnavailableException', 'unavailable', true],
    [400, 'ValidationException', 'refused', false],
    [403, 'AccessDeniedException', 'refused', false],
  ])('%i %s is %s', async (status, name, code, retryable) => {
    const { requests } = await bedrock(() => awsError(status, name));
    const embedder = createEmbedder({ provider: 'bedrock-titan' });
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      name: 'EmbedderError',
      code,
      retryable,
    });
    expect(requests).toHaveLength(1);
  });

  test('a throttled document is tried again, and a failure keeps the vectors that came', async () => {
    let throttled = 2;
    const { requests } = await bedrock(({ body }) => {
      const { inputText } = body as { inputText: string };
      if (inputText === '3') return awsError(400, 'ValidationException');
      if (inputText === '1' && (throttled -= 1) >= 0) return awsError(429, 'ThrottlingException');
      return {
        body: { embedding: Array.from({ length: 256 }, (_, i) => (i === Number(inputText) ? 1 : 0)) },
      };
    });
    const embedder = createEmbedder({ provider: 'bedrock-titan', dimensions: 256 });
    const error = (await embedder
      .embed(['0', '1', '2', '3'], 'document')
      .catch((failure: unknown) => failure)) as EmbedderError;
    expect(error).toMatchObject({ name: 'EmbedderError', code: 'refused' });
    expect([...error.came].map(([index, vector]) => [index, vector.indexOf(1)]).toSorted()).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(requests).toHaveLength(6);
  });

  test('an answer that never comes is a timeout', async () => {
    await bedrock(() => undefined);
    const embedder = createEmbedder({ provider: 'bedrock-titan', requestTimeoutMs: 30 });
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'timeout', retryable: true });
  });

  test('the signal of the caller ends the call', async () => {
    const controller = new AbortController();
    await bedrock(() => {
      controller.abort();
      return undefined;
    });
    const embedding = createEmbedder({ provider: 'bedrock-titan' }).embed(['a'], 'query', controller);
    await expect(embedding).rejects.toMatchObject({ name: 'EmbedderError', code: 'timeout' });
  });
});

describe('bedrock-cohere', () => {
  const embedder = () =>
    createEmbedder({ provider: 'bedrock-cohere', model: 'eu.cohere.embed-v4:0', dimensions: 256 });
  const vectors = (body: unknown) =>
    (body as { texts: string[] }).texts.map((text) =>
      Array.from({ length: 256 }, (_, i) => (i === Number(text) ? 1 : 0)),
    );

  test.each([
    ['a list', (list: number[][]) => list],
    ['an object by type', (list: number[][]) => ({ float: list })],
  ])('batches of 96, answered as %s', async (_, shape) => {
    const { requests } = await bedrock(({ body }) => ({ body: { embeddings: shape(vectors(body)) } }));
    const texts = Array.from({ length: 100 }, (_, index) => String(index));
    const answer = await embedder().embed(texts, 'document');
    expect(answer.map((vector) => vector.indexOf(1))).toEqual(texts.map(Number));
    const sizes = requests.map(({ body }) => (body as { texts: string[] }).texts.length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([4, 96]);
  });

  test('tells queries from documents and names the model without its profile', async () => {
    const { requests } = await bedrock(({ body }) => ({ body: { embeddings: vectors(body) } }));
    await embedder().embed(['1'], 'query');
    expect(requests[0]?.body).toMatchObject({
      input_type: 'search_query',
      output_dimension: 256,
      truncate: 'NONE',
    });
    expect(embedder().model).toBe('bedrock/cohere.embed-v4:0/256');
  });
});

describe('openai-compatible', () => {
  const config = { provider: 'openai-compatible', model: 'text-embedding-3-small', dimensions: 2 } as const;

  test('sorts by index and sends the key', async () => {
    const { url, requests } = await loopbackServer(() => ({
      body: {
        data: [
          { index: 1, embedding: [0, 1] },
          { index: 0, embedding: [1, 0] },
        ],
      },
    }));
    const embedder = createEmbedder({
      ...config,
      baseUrl: `${url}/v1/`,
      apiKey: 'sk-1',
      requestDimensions: true,
    });
    expect((await embedder.embed(['x', 'y'], 'document')).map((v) => [...v])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer sk-1' },
      body: { model: config.model, input: ['x', 'y'], dimensions: 2, encoding_format: 'float' },
    });
  });

  test.each([
    [429, { error: { message: 'slow down' } }, 'throttled', true],
    [502, 'bad gateway', 'unavailable', true],
    [401, { error: { message: 'no key' } }, 'refused', false],
    [200, { data: 'nonsense' }, 'invalid_output', false],
    [200, '<html>', 'invalid_output', false],
  ])('%i %j is %s', async (status, body, code, retryable) => {
    const { url } = await loopbackServer(() => ({ status, body }));
    const embedding = createEmbedder({ ...config, baseUrl: url }).embed(['x'], 'query');
    await expect(embedding).rejects.toMatchObject({ name: 'EmbedderError', code, retryable });
  });

  test('a server that is not there is unavailable, one that is silent a timeout', async () => {
    const absent = createEmbedder({ ...config, baseUrl: 'http://127.0.0.1:1' });
    await expect(absent.embed(['x'], 'query')).rejects.toMatchObject({
      code: 'unavailable',
      retryable: true,
    });
    const { url } = await loopbackServer(() => undefined);
    const silent = createEmbedder({ ...config, baseUrl: url, timeoutMs: 30 });
    await expect(silent.embed(['x'], 'query')).rejects.toMatchObject({ code: 'timeout', retryable: true });
  });
});

describe('ollama', () => {
  test('forbids silent truncation and cuts smaller pieces when refused', async () => {
    const { url, requests } = await loopbackServer(({ body }) => {
      const { input } = body as { input: string[] };
      if (input.some((text) => text.length > 40)) {
        return { status: 400, body: { error: 'the input length exceeds the context length' } };
      }
      return { body: { embeddings: input.map(() => [3, 4]) } };
    });
    const embedder = createEmbedder({
      provider: 'ollama',
      baseUrl: url,
      model: 'nomic-embed-text',
      dimensions: 2,
    });
    const [vector] = await embedder.embed(['word '.repeat(9)], 'document');
    expect(Array.from(vector ?? [], (x) => Number(x.toFixed(4)))).toEqual([0.6, 0.8]);
    expect(requests[0]).toMatchObject({
      path: '/api/embed',
      body: { model: 'nomic-embed-text', truncate: false },
    });
    expect(requests.at(-1)?.body).toMatchObject({
      input: [expect.stringMatching(/^search_document: word /)],
    });
  });
});

describe('transformers', () => {
  const config = {
    provider: 'transformers',
    modelFolder: '/models/multilingual-e5-small',
    dimensions: 2,
  } as const;

  test('says what to install when the package is absent', async () => {
    await expect(createEmbedder(config).embed(['a'], 'query')).rejects.toMatchObject({
      name: 'EmbedderError',
      code: 'misconfigured',
      message: expect.stringContaining('npm install @huggingface/transformers'),
    });
  });

  test('reads the local folder only and applies the prefixes of the model', async () => {
    const env = { localModelPath: '', allowLocalModels: false, allowRemoteModels: true };
    const extract = vi.fn(async (texts: string[]) => ({ tolist: () => texts.map(() => [0, 5]) }));
    const pipeline = vi.fn(async () => extract);
    const embedder = createTransformersEmbedder(config, async () => ({ env, pipeline }));
    expect([...(await embedder.embed(['a'], 'query'))[0]!]).toEqual([0, 1]);
    expect(env).toEqual({ localModelPath: '/models', allowLocalModels: true, allowRemoteModels: false });
    expect(pipeline).toHaveBeenCalledWith('feature-extraction', 'multilingual-e5-small', { dtype: 'q8' });
    expect(extract).toHaveBeenCalledWith(['query: a'], { pooling: 'mean', normalize: true });
    expect(embedder.model).toBe('transformers/multilingual-e5-small-q8/2');
  });
});
