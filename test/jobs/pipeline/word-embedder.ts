import { createHash } from 'node:crypto';
import type { EmbeddingProvider } from '@memory/core';
import type { Embedder, EmbeddingVector } from '@memory/providers/embedder';
import { createQueryEmbedding } from '@memory/providers/embedder/query-embedding';

const DIMENSIONS = 32;

/** A deterministic stand-in for a model: texts with the same words have the same vector. */
export function wordEmbedder(name = 'words'): Embedder {
  return {
    model: `test/${name}/${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map(embed),
  };
}

export const asProvider = (embedder: Embedder): EmbeddingProvider => ({
  embedder,
  embedQuery: createQueryEmbedding(embedder),
});

function embed(text: string): EmbeddingVector {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z]+/gu) ?? []) {
    const digest = createHash('sha256').update(word).digest();
    vector[digest.readUInt8(0) % DIMENSIONS]! += 1;
    vector[digest.readUInt8(1) % DIMENSIONS]! -= 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? [] : vector.map((x) => x / length);
}
