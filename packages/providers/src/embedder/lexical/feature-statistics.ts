import type { TermCounts } from '@memory/text';

import { mixBits } from './feature-hash.ts';
import { eachFeature } from './hash-features.ts';

/** Number of counters that the document frequencies of hashed features share. */
export const COUNTERS = 65_536;

/** How many memories have a feature, counted by feature hash; two features may share a counter. */
export interface FeatureStatistics {
  memories: number;
  counters: Uint32Array;
}

/** Where a feature is counted. */
export function counterOf(feature: number): number {
  return mixBits(feature) >>> 16;
}

/** Counts the features of memories, each counter at most once a memory. */
export function countFeatures(memories: readonly TermCounts[]): FeatureStatistics {
  const counters = new Uint32Array(COUNTERS);
  const lastMemory = new Uint32Array(COUNTERS);
  for (const [i, counts] of memories.entries()) {
    eachFeature(counts, (feature) => {
      const counter = counterOf(feature);
      if (lastMemory[counter] === i + 1) return;
      lastMemory[counter] = i + 1;
      counters[counter]! += 1;
    });
  }
  return { memories: memories.length, counters };
}
