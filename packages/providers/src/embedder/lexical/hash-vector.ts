import { HASH_DIMENSIONS } from './dimensions.ts';
import { mixBits } from './feature-hash.ts';
import { counterOf, type FeatureStatistics } from './feature-statistics.ts';
import type { HashFeatures } from './hash-features.ts';
import { dampedFrequency } from './term-weight.ts';

// Letter groups outnumber words many times; at full weight they would drown them.
const GRAM_WEIGHT = 0.3;
const SECOND_PLACE = 0x9e3779b9;

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
    const weight = kindWeight * dampedFrequency(frequency) * idf(feature, statistics);
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
