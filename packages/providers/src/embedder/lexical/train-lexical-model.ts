import { countTerms, weightedPassages, type Language, type MemoryText } from '@memory/text';

import { LSA_DIMENSIONS } from './dimensions.ts';
import { fnv1a } from './feature-hash.ts';
import { countFeatures } from './feature-statistics.ts';
import type { LexicalModel } from './lexical-model.ts';
import { principalSubspace } from './principal-subspace.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { termWeight } from './term-weight.ts';

export interface TrainingOptions {
  /** The version of the new model, from 1. */
  version: number;
  language: Language;
}

const MEMORIES_MAX = 8_000;
const TERMS_MAX = 20_000;
const TERM_FREQUENCY_MIN = 2;

/**
 * Trains the lexical embedder on memories, at most 8,000 of them (an even sample of more) and their 20,000 most frequent
 * terms. Deterministic: the same memories in any order give the same model. It blocks the thread: 0.7 s for 2,000 memories
 * of 165 words, 2.5 s for 8,000.
 */
export function trainLexicalModel(
  memories: readonly MemoryText[],
  { version, language }: TrainingOptions,
): LexicalModel {
  const sample = sampleOf(memories);
  const counts = sample.map((memory) => countTerms(weightedPassages(memory), language));
  const { counters } = countFeatures(counts);
  const rows = counts.map(({ lexemes }) => lexemes);
  const { terms, frequencies } = vocabularyOf(rows);
  const matrix = termMatrix(rows, terms, frequencies);
  const { directions, scales } = quantize(principalSubspace(matrix, LSA_DIMENSIONS), terms.length);
  return { version, language, memories: sample.length, counters, terms, frequencies, directions, scales };
}

/** Memories in the order of a hash of their text: independent of the order given, and any beginning is a fair sample. */
function sampleOf(memories: readonly MemoryText[]): MemoryText[] {
  const keyed = memories.map((memory) => {
    const text = [memory.title, memory.narrative, memory.tags, memory.concepts, memory.sourceFiles].join(
      '\n',
    );
    return { memory, text, hash: fnv1a(text) };
  });
  keyed.sort((a, b) => a.hash - b.hash || compare(a.text, b.text));
  return keyed.slice(0, MEMORIES_MAX).map(({ memory }) => memory);
}

function vocabularyOf(rows: readonly Map<string, number>[]): { terms: string[]; frequencies: Uint32Array } {
  const counts = new Map<string, number>();
  for (const row of rows) for (const term of row.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts]
    .filter(([, count]) => count >= TERM_FREQUENCY_MIN)
    .sort(([a, m], [b, n]) => n - m || compare(a, b))
    .slice(0, TERMS_MAX)
    .sort(([a], [b]) => compare(a, b));
  return { terms: kept.map(([term]) => term), frequencies: Uint32Array.from(kept, ([, count]) => count) };
}

// By code unit: a locale's order could differ between machines.
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Memories by terms, weighted, each row of length 1. */
function termMatrix(
  rows: readonly Map<string, number>[],
  terms: readonly string[],
  frequencies: Uint32Array,
): SparseMatrix {
  const indexOf = new Map(terms.map((term, index) => [term, index]));
  const starts = new Uint32Array(rows.length + 1);
  const columnOf: number[] = [];
  const values: number[] = [];
  for (const [r, row] of rows.entries()) {
    const start = values.length;
    let squares = 0;
    for (const [term, count] of row) {
      const index = indexOf.get(term);
      const weight = termWeight(count, index === undefined ? 0 : (frequencies[index] ?? 0), rows.length);
      squares += weight * weight;
      if (index === undefined) continue;
      columnOf.push(index);
      values.push(weight);
    }
    for (let entry = start; entry < values.length; entry++) values[entry]! /= Math.sqrt(squares);
    starts[r + 1] = values.length;
  }
  return {
    rows: rows.length,
    columns: terms.length,
    starts,
    columnOf: Uint32Array.from(columnOf),
    values: Float32Array.from(values),
  };
}

function quantize(basis: Float32Array, terms: number): { directions: Int8Array; scales: Float32Array } {
  const directions = new Int8Array(basis.length);
  const scales = new Float32Array(terms);
  for (let term = 0; term < terms; term++) {
    const start = term * LSA_DIMENSIONS;
    const row = basis.subarray(start, start + LSA_DIMENSIONS);
    const scale = row.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0) / 127;
    scales[term] = scale;
    if (scale > 0) for (const [i, x] of row.entries()) directions[start + i] = Math.round(x / scale);
  }
  return { directions, scales };
}
