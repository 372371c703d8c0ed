import { afterEach, describe, expect, test, vi } from 'vitest';
import { createReranker } from '@memory/providers';
import { stubAwsEnvironment } from './aws-environment.ts';
import { loopbackServer } from './loopback-server.ts';

afterEach(() => void vi.unstubAllEnvs());

const sorted = {
  results: [
    { index: 2, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.5 },
    { index: 1, relevance_score: 0 },
  ],
};

describe('bedrock', () => {
  test.each([
    ['cohere.rerank-v3-5:0', { query: 'q', documents: ['a', 'b', 'c'], top_n: 3, api_version: 2 }],
    ['amazon.rerank-v1:0', { query: 'q', documents: ['a', 'b', 'c'], top_n: 3 }],
  ])(
    '%s gets its form of request, and the scores come in the order of the documents',
    async (model, body) => {
      const { url, requests } = await loopbackServer(() => ({ body: sorted }));
      stubAwsEnvironment('BEDROCK_RUNTIME', url);
      expect(await createReranker({ provider: 'bedrock', model }).rerank('q', ['a', 'b', 'c'])).toEqual([
        0.5, 0, 0.9,
      ]);
      expect(requests[0]).toMatchObject({ path: `/model/${encodeURIComponent(model)}/invoke` });
      expect(requests[0]?.body).toEqual(body);
    },
  );

  test('throttling is retryable', async () => {
    const { url } = await loopbackServer(() => ({
      status: 429,
      headers: { 'x-amzn-errortype': 'ThrottlingException' },
    }));
    stubAwsEnvironment('BEDROCK_RUNTIME', url);
    const reranking = createReranker({ provider: 'bedrock', model: 'amazon.rerank-v1:0' }).rerank('q', ['a']);
    await expect(reranking).rejects.toMatchObject({
      name: 'RerankerError',
      code: 'throttled',
      retryable: true,
    });
  });
});

describe('cohere-compatible', () => {
  const config = { provider: 'cohere-compatible', model: 'bge-reranker' } as const;

  test('posts to /rerank', async () => {
    const { url, requests } = await loopbackServer(() => ({ body: sorted }));
    const reranker = createReranker({ ...config, baseUrl: `${url}/v2` });
    expect(await reranker.rerank('q', ['a', 'b', 'c'])).toEqual([0.5, 0, 0.9]);
    expect(requests[0]).toMatchObject({
      path: '/v2/rerank',
      body: { model: 'bge-reranker', query: 'q', documents: ['a', 'b', 'c'], top_n: 3 },
    });
  });

  test('no documents need no call', async () => {
    expect(await createReranker({ ...config, baseUrl: 'http://127.0.0.1:1' }).rerank('q', [])).toEqual([]);
  });

  test('raw scores become 0..1 when the configuration says that they are raw', async () => {
    const { url } = await loopbackServer(() => ({
      body: {
        results: [
          { index: 0, relevance_score: 0 },
          { index: 1, relevance_score: -30 },
        ],
      },
    }));
    const [even, unlikely] = await createReranker({ ...config, baseUrl: url, scores: 'logit' }).rerank('q', [
      'a',
      'b',
    ]);
    expect(even).toBe(0.5);
    expect(unlikely).toBeCloseTo(0, 6);
  });

  test.each([
    ['a missing document', { results: [{ index: 0, relevance_score: 0.5 }] }],
    [
      'a score outside 0..1',
      {
        results: [
          { index: 0, relevance_score: 7 },
          { index: 1, relevance_score: 0 },
        ],
      },
    ],
    ['nonsense', { ranking: [] }],
  ])('%s is invalid output', async (_, body) => {
    const { url } = await loopbackServer(() => ({ body }));
    const reranking = createReranker({ ...config, baseUrl: url }).rerank('q', ['a', 'b']);
    await expect(reranking).rejects.toMatchObject({
      name: 'RerankerError',
      code: 'invalid_output',
      retryable: false,
    });
  });
});
