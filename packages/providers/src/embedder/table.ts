import { setImmediate } from 'node:timers/promises';
import { TABLE_DIMENSIONS, TABLE_MODEL } from '@memory/text/table-model';
import type { Embedder, EmbeddingVector } from './embedder.ts';

export function createTableEmbedder(): Embedder {
  return {
    model: TABLE_MODEL,
    dimensions: TABLE_DIMENSIONS,
    async embed(texts) {
      const { openEmbeddingTable } = await import('@memory/text/embedding-table');
      const table = openEmbeddingTable();
      const vectors: EmbeddingVector[] = [];
      for (const text of texts) {
        // A long text takes some milliseconds, and a page has a hundred: whoever waits is answered in between.
        if (vectors.length > 0) await setImmediate();
        vectors.push(table.embed(text) ?? []);
      }
      return vectors;
    },
  };
}
