import type { MemoryText } from './memory-text.ts';

/** A piece of a memory's text and how many times it counts. */
export interface WeightedPassage {
  text: string;
  weight: number;
}

/**
 * The passages of a memory with their weights in keyword search: title three times, tags and concepts twice, files and
 * narrative once. The narrative comes last, because the index has room for a limited number of tokens.
 */
export function weightedPassages(memory: MemoryText): WeightedPassage[] {
  return [
    { text: memory.title, weight: 3 },
    ...[...memory.tags, ...memory.concepts].map((text) => ({ text, weight: 2 })),
    ...memory.sourceFiles.map((text) => ({ text, weight: 1 })),
    { text: memory.narrative, weight: 1 },
  ];
}
