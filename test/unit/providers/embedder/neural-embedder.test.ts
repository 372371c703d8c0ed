import { expect, test } from 'vitest';
import {
  createNeuralEmbedder,
  type NeuralModel,
} from '../../../../packages/providers/src/embedder/neural-embedder.ts';
import { ProviderError } from '@memory/providers';

/** A model of two dimensions: the number of a's and of b's. */
function countingEmbedder(changes: Partial<NeuralModel> = {}) {
  const calls: string[][] = [];
  const embedder = createNeuralEmbedder({
    model: 'test/counting/2',
    dimensions: 2,
    prefixes: { query: '', document: '' },
    batchSize: 2,
    concurrency: 2,
    inputBytesMax: 100,
    embedBatch: async (texts) => {
      calls.push(texts);
      return texts.map((text) => [text.split('a').length - 1, text.split('b').length - 1]);
    },
    ...changes,
  });
  return { embedder, calls };
}

const round = (vectors: ArrayLike<number>[]) =>
  vectors.map((v) => Array.from(v, (x) => Number(x.toFixed(2))));

test('vectors have length one and keep the order of the texts over batches', async () => {
  const { embedder, calls } = countingEmbedder();
  const vectors = await embedder.embed(['a', 'bb', 'ab', 'aaa', 'b'], 'document');
  expect(round(vectors)).toEqual([
    [1, 0],
    [0, 1],
    [0.71, 0.71],
    [1, 0],
    [0, 1],
  ]);
  expect(calls).toEqual([['a', 'bb'], ['ab', 'aaa'], ['b']]);
});

test('a blank text is not sent and gets an empty vector', async () => {
  const { embedder, calls } = countingEmbedder();
  expect(round(await embedder.embed(['', 'a', ' \n'], 'document'))).toEqual([[], [1, 0], []]);
  expect(await embedder.embed([], 'document')).toEqual([]);
  expect(calls).toEqual([['a']]);
});

test('each kind has its own prefix', async () => {
  const { embedder, calls } = countingEmbedder({ prefixes: { query: 'q: ', document: 'd: ' } });
  await embedder.embed(['a'], 'query');
  await embedder.embed(['a'], 'document');
  expect(calls).toEqual([['q: a'], ['d: a']]);
});

test('a long document is the mean of its pieces by length, a long query its first piece', async () => {
  const { embedder } = countingEmbedder({ inputBytesMax: 6 });
  const text = 'aaaaa bbb';
  expect(round(await embedder.embed([text], 'query'))).toEqual([[1, 0]]);
  // 6 characters of the first piece against 3 of the second.
  expect(round(await embedder.embed([text, 'b'], 'document'))).toEqual([
    [0.89, 0.45],
    [0, 1],
  ]);
});

test('a text that the model finds too long is halved, the others of its batch are not', async () => {
  const accepted: string[] = [];
  const { embedder } = countingEmbedder({
    embedBatch: async (texts) => {
      if (texts.some((text) => text.length > 4)) throw new ProviderError('too_long', 'too long');
      accepted.push(...texts);
      return texts.map((text) => [text.split('a').length - 1, text.split('b').length - 1]);
    },
  });
  expect(round(await embedder.embed(['aaaabbbb', 'bab'], 'document'))).toEqual([
    [0.71, 0.71],
    [0.45, 0.89],
  ]);
  expect(accepted.toSorted()).toEqual(['aaaa', 'bab', 'bbbb']);
});

test('a model that finds everything too long is an error in the end', async () => {
  const { embedder } = countingEmbedder({
    embedBatch: async () => {
      throw new ProviderError('too_long', 'too long');
    },
  });
  await expect(embedder.embed(['a'.repeat(90)], 'document')).rejects.toMatchObject({
    name: 'EmbedderError',
    code: 'too_long',
    retryable: false,
  });
});

test.each([
  ['dimension', [[1, 2, 3]]],
  [
    'count',
    [
      [1, 2],
      [1, 2],
    ],
  ],
  ['direction', [[0, 0]]],
  ['number', [[Number.NaN, 1]]],
])('a wrong %s is an error of the embedder', async (_, answer) => {
  const { embedder } = countingEmbedder({ embedBatch: async () => answer });
  await expect(embedder.embed(['a'], 'document')).rejects.toMatchObject({
    name: 'EmbedderError',
    code: 'invalid_output',
  });
});
