import { HASH_DIMENSIONS } from './dimensions.ts';
import { mixBits } from './feature-hash.ts';
import type { HashFeatures } from './hash-features.ts';

/** Number of counters that document frequencies of hashed features share. */
export const COUNTERS = 65_536;
// Letter groups outnumber words many times; at full weight they would drown them.
const GRAM_WEIGHT = 0.3;
const SECOND_PLACE = 0x9e3779b9;

/** How many memories have a feature, counted by feature hash; two features may share a counter. */
export interface FeatureStatistics {
  memories: number;
  counters: Uint32Array;
}

/** Counts the features of one memory, each counter once. */
export function countFeatures(counters: Uint32Array, { stems, grams }: HashFeatures): void {
  const seen = new Set<number>();
  for (const features of [stems, grams]) for (const feature of features.keys()) seen.add(counterOf(feature));
  for (const counter of seen) counters[counter]! += 1;
}

/**
 * The hashed features of a text as 384 numbers of any length, zero without features. Each feature adds to two places,
 * so that a collision in one leaves half of it intact. Without statistics all features weigh the same.
 */
export function hashVector(
  { stems, grams }: HashFeatures,
  statistics: FeatureStatistics | null,
): Float64Array {
  const vector = new Float64Array(HASH_DIMENSIONS);
  addFeatures(vector, stems, 1, statistics);
  addFeatures(vector, grams, GRAM_WEIGHT, statistics);
  return vector;
}

function addFeatures(
  vector: Float64Array,
  features: Map<number, number>,
  kindWeight: number,
  statistics: FeatureStatistics | null,
): void {
  for (const [feature, frequency] of features) {
    const weight = kindWeight * (1 + Math.log(frequency)) * idf(feature, statistics);
    addSigned(vector, mixBits(feature), weight);
    addSigned(vector, mixBits(feature ^ SECOND_PLACE), weight);
  }
}

function addSigned(vector: Float64Array, hash: number, weight: number): void {
  vector[(hash & 0xffff) % HASH_DIMENSIONS]! += (hash & 0x10000) === 0 ? weight : -weight;
}

function idf(feature: number, statistics: FeatureStatistics | null): number {
  if (!statistics) return 1;
  const frequency = statistics.counters[counterOf(feature)]!;
  return Math.log(1 + (statistics.memories + 1) / (frequency + 0.5));
}

function counterOf(feature: number): number {
  return mixBits(feature) >>> 16;
}
