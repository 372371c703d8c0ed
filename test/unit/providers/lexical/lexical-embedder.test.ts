import { describe, expect, it } from 'vitest';

import {
  createLexicalEmbedder,
  readLexicalSnapshot,
  trainLexicalSnapshot,
} from '../../../../packages/providers/src/embedder/lexical/index.ts';
import { cosine } from '../../../support/in-memory-search.ts';
import { sampleMemories } from './sample-memories.ts';

const options = { version: 3, language: 'english', thread: 'caller' } as const;
const parts = await trainLexicalSnapshot(sampleMemories, options);
const trained = createLexicalEmbedder({ model: readLexicalSnapshot(parts) });
const untrained = createLexicalEmbedder({ language: 'english' });
const blank = { title: 'the', narrative: '…', tags: [], concepts: [], sourceFiles: [] };

function lengthOf(vector: ArrayLike<number> | undefined): number {
  return Math.hypot(...Array.from(vector ?? []));
}

describe('trainLexicalSnapshot', () => {
  it('writes parts that fit a row of the Data API', () => {
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(32_000);
  });

  it('gives the same bytes for the same memories in any order', async () => {
    const again = await trainLexicalSnapshot(sampleMemories.toReversed(), options);
    expect(Buffer.concat(again).equals(Buffer.concat(parts))).toBe(true);
  });

  it('gives the same bytes in a worker thread', async () => {
    const again = await trainLexicalSnapshot(sampleMemories, { ...options, thread: 'worker' });
    expect(Buffer.concat(again).equals(Buffer.concat(parts))).toBe(true);
  });

  it('rejects when the worker fails', async () => {
    const broken = { ...blank, title: undefined as unknown as string };
    await expect(trainLexicalSnapshot([broken], { ...options, thread: 'worker' })).rejects.toThrow();
  });

  it('trains on memories without text', async () => {
    const model = readLexicalSnapshot(await trainLexicalSnapshot([blank, blank], options));
    expect(model).toMatchObject({ memories: 2, terms: [] });
    expect(lengthOf(createLexicalEmbedder({ model }).embedQuery('flow')?.vector)).toBeCloseTo(1, 6);
  });
});

describe('readLexicalSnapshot', () => {
  it('keeps version, language and size', () => {
    expect(readLexicalSnapshot(parts)).toMatchObject({ version: 3, language: 'english', memories: 30 });
  });

  it.each([
    ['no part', []],
    ['a missing part', parts.slice(0, -1)],
    ['other bytes', [Buffer.from('{}\n')]],
  ])('refuses %s', (_, parts) => {
    expect(() => readLexicalSnapshot(parts)).toThrow(/snapshot/);
  });
});

describe('createLexicalEmbedder', () => {
  it('names the model by its version', () => {
    expect([trained.model, untrained.model]).toEqual(['lexical-512/3', 'lexical-512/0']);
  });

  it.each([
    ['trained', trained],
    ['untrained', untrained],
  ])('embeds memories and queries as unit vectors of 512, and nothing as null: %s', (_, embedder) => {
    for (const memory of sampleMemories) {
      const vector = embedder.embedDocument(memory);
      expect(vector).toHaveLength(512);
      expect(lengthOf(vector ?? undefined)).toBeCloseTo(1, 6);
    }
    expect(lengthOf(embedder.embedQuery('vacuum zebra')?.vector)).toBeCloseTo(1, 6);
    expect(embedder.embedDocument(blank)).toBeNull();
    expect(embedder.embedQuery('of the')).toBeNull();
  });

  it('is nearer to its topic than to another, without a word in common', () => {
    const query = trained.embedQuery('login')?.vector ?? null;
    const nearness = (topic: number): number[] =>
      sampleMemories
        .filter(({ narrative }, i) => i % 3 === topic && !narrative.includes('login'))
        .map((memory) => cosine(trained.embedDocument(memory), query));
    expect(Math.min(...nearness(1))).toBeGreaterThan(Math.max(...nearness(0), ...nearness(2)));
  });

  it('has a zero LSA part before the training and for unknown words', () => {
    expect(lengthOf(untrained.embedQuery('login')?.vector.subarray(0, 128))).toBe(0);
    expect(lengthOf(trained.embedQuery('zebra')?.vector.subarray(0, 128))).toBe(0);
  });

  it('tells how much of a query it knows', () => {
    expect(trained.embedQuery('login')?.mass).toBe(1);
    expect(trained.embedQuery('zebra')?.mass).toBe(0);
    expect(untrained.embedQuery('login')?.mass).toBe(0);
    const half = trained.embedQuery('login zebra')?.mass ?? 0;
    expect(half).toBeGreaterThan(0.2);
    expect(half).toBeLessThan(0.8);
  });

  it('gives the parts of a memory their shares: 0.6 for LSA, 0.4 for the hash', () => {
    const vector = trained.embedDocument(sampleMemories[0] ?? blank);
    expect(lengthOf(vector?.subarray(0, 128)) ** 2).toBeCloseTo(0.6, 6);
  });
});
