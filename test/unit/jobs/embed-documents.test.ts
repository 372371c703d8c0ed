import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { embedDocuments } from '@memory/core';
import { createLexicalEmbedder } from '@memory/providers/embedder/lexical';
import { verifies } from '../../support/verifies.ts';

type Given = Parameters<typeof embedDocuments>;

verifies('jobs.embedding.aside', async () => {
  const embedder = createLexicalEmbedder({ language: 'english' });
  const embedding = { provider: 'lexical', lexicalEmbedders: async () => embedder } as unknown;
  const memories = Array.from({ length: 20 }, (_, number) => ({
    id: `memory ${number}`,
    title: 'Hostile words',
    narrative: Array.from({ length: 50 }, (_each, word) => `w${number}${word}`).join(' '),
    tags: [],
    concepts: [],
    source_files: [],
  }));
  let turns = 0;
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const { vectors } = await embedDocuments(
    { embedding } as Given[0],
    { embeddingModel: null } as Given[1],
    memories,
  );
  over.abort();
  await others;
  expect(vectors).toHaveLength(memories.length);
  expect(turns).toBeGreaterThanOrEqual(memories.length);
});
