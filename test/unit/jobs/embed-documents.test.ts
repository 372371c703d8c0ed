import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { embedDocuments } from '@memory/core';
import { createTableEmbedder } from '@memory/providers/embedder/table';
import { verifies } from '../../support/verifies.ts';

type Given = Parameters<typeof embedDocuments>;

verifies('jobs.embedding.aside', async () => {
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
    {} as Given[0],
    {} as Given[1],
    { embedder: createTableEmbedder() },
    memories,
  );
  over.abort();
  await others;
  expect(vectors).toHaveLength(memories.length);
  expect(turns).toBeGreaterThanOrEqual(memories.length - 1);
});
