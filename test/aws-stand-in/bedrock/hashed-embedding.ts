import { createHash } from 'node:crypto';

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * A unit vector made from the hashed words of a text: the same for the same text, near for texts that share words, and
 * almost orthogonal otherwise. A text without words gives the first unit vector.
 */
export function hashedEmbedding(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of wordsOf(text)) {
    const hash = createHash('sha256').update(word).digest();
    // Four places a word, so that two words which share one of them are still told apart.
    for (let offset = 0; offset < 16; offset += 4) {
      const place = hash.readUInt32BE(offset) % dimensions;
      vector[place] = (vector[place] ?? 0) + ((hash[16 + offset] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) return vector.map((_, index) => (index === 0 ? 1 : 0));
  return vector.map((value) => value / length);
}
