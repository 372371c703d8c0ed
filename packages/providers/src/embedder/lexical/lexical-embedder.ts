import {
  countTerms,
  weightedPassages,
  type Alternative,
  type Language,
  type MemoryText,
  type TermCounts,
} from '@memory/text';

import { LEXICAL_DIMENSIONS, LSA_DIMENSIONS } from './dimensions.ts';
import { hashFeatures } from './hash-features.ts';
import { hashVector } from './hash-vector.ts';
import type { LexicalModel } from './lexical-model.ts';
import { termWeight } from './term-weight.ts';

/** A query as a vector, and how far the model knows its words. */
export interface LexicalQuery {
  /** Unit vector of 512. */
  vector: Float32Array;
  /** Share of the query, by the root of the squared weights, that lies in the model's vocabulary, 0..1. */
  mass: number;
  /** How far the vector is to be believed beside the words, 0..1. */
  trust: number;
}

/** Texts to vectors of 512, `[lsa(128) | hash(384)]`, by what one workspace's memories taught. */
export interface LexicalEmbedder {
  /** `lexical-512/<version>`, version 0 being untrained; vectors of different models must not be compared. */
  readonly model: string;
  readonly dimensions: number;
  /** False before the first training: the LSA part is zero then and the hash part has the full length. */
  readonly trained: boolean;
  /** @returns a unit vector, or null for a memory without a single token: nothing is to be stored for it */
  embedDocument(memory: MemoryText): Float32Array | null;
  /**
   * @param alternatives what may stand in a memory in place of words of the query; the words the model knows enter weakly
   * @returns null for a query without a single token: it has no semantic matches
   */
  embedQuery(query: string, alternatives?: readonly Alternative[]): LexicalQuery | null;
}

// The shares of the two parts in a cosine.
const LSA_SHARE = 0.6;
const HASH_SHARE = 0.4;

/** From so many memories on a model has learnt what words mean here; on 200 and 500 commits it ranks worse than words. */
const TAUGHT_FROM = 1_000;
/** From so many known terms a memory on the model has seen what goes with what; commits have 13 to 23, abstracts of papers 62. */
const TOLD_FROM = 40;
/** From this mass on a query counts as understood. */
const UNDERSTOOD_FROM = 0.6;
/** Spellings and compounds are found without any model. */
const TRUST_LEAST = 0.1;

/** Term frequency of an alternative, shared among all of a query by the root of their number. */
const ALTERNATIVE_FREQUENCY = 0.25;

/** The embedder of a workspace: trained with its model, untrained (words and letter groups alone) with its language. */
export function createLexicalEmbedder(
  source: { model: LexicalModel } | { language: Language },
): LexicalEmbedder {
  const model = 'model' in source ? source.model : null;
  const language = 'model' in source ? source.model.language : source.language;
  const vocabulary = new Set(model?.terms);
  const project = model ? createProjection(model) : null;
  const taught = model ? taughtBy(model) : 0;

  const embed = (counts: TermCounts): LexicalQuery | null => {
    const vector = new Float32Array(LEXICAL_DIMENSIONS);
    const lsa = project?.(counts.lexemes);
    if (lsa) addScaled(vector, 0, lsa.direction, Math.sqrt(LSA_SHARE));
    addScaled(vector, LSA_DIMENSIONS, hashVector(hashFeatures(counts), model), Math.sqrt(HASH_SHARE));
    const length = lengthOf(vector);
    if (length === 0) return null;
    const mass = lsa?.mass ?? 0;
    return { vector: vector.map((x) => x / length), mass, trust: model ? trustOf(taught, mass) : 1 };
  };

  return {
    model: `lexical-512/${model?.version ?? 0}`,
    dimensions: LEXICAL_DIMENSIONS,
    trained: model !== null,
    embedDocument: (memory) => embed(countTerms(weightedPassages(memory), language))?.vector ?? null,
    embedQuery: (query, alternatives = []) => {
      const counts = countTerms([{ text: query, weight: 1 }], language);
      const known = new Set(alternatives.flat().filter((term) => vocabulary.has(term)));
      for (const term of known)
        if (!counts.lexemes.has(term))
          counts.lexemes.set(term, ALTERNATIVE_FREQUENCY / Math.sqrt(alternatives.length));
      return embed(counts);
    },
  };
}

/**
 * Vectors of few texts, of short ones, and of a query whose words they hardly hold, say less than the words themselves. Of
 * the subjects of new commits, asked of 1,000 earlier ones: flask .513 among five (squared and from .15 on .481; words alone
 * .525), by which it was chosen; others .628 in the mean (words .616, plain BM25 .608), two of them never looked at before.
 */
const trustOf = (taught: number, mass: number): number =>
  Math.max(TRUST_LEAST, taught * Math.min(1, mass / UNDERSTOOD_FROM) ** 2);

/** How much there was to learn from, 0..1. */
function taughtBy({ memories, frequencies }: LexicalModel): number {
  const terms = frequencies.reduce((sum, frequency) => sum + frequency, 0) / Math.max(1, memories);
  return Math.min(1, memories / TAUGHT_FROM) ** 2 * Math.min(1, terms / TOLD_FROM) ** 3;
}

/** Writes a part, scaled to a length; a zero part stays zero. */
function addScaled(vector: Float32Array, start: number, part: Float64Array, length: number): void {
  const factor = length / (lengthOf(part) || 1);
  for (let i = 0; i < part.length; i++) vector[start + i] = part[i]! * factor;
}

function lengthOf(vector: Float32Array | Float64Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! ** 2;
  return Math.sqrt(squares);
}

interface Projected {
  /** 128 numbers of any length, zero when no term of the text is known. */
  direction: Float64Array;
  mass: number;
}

/** Sends term frequencies into the model's 128 dimensions. */
function createProjection(model: LexicalModel): (counts: Map<string, number>) => Projected {
  const indexOf = new Map(model.terms.map((term, index) => [term, index]));
  return (counts) => {
    const sum = new Float64Array(LSA_DIMENSIONS);
    let known = 0;
    let all = 0;
    for (const [term, count] of counts) {
      const index = indexOf.get(term);
      const weight = termWeight(count, index === undefined ? 0 : model.frequencies[index]!, model.memories);
      all += weight * weight;
      if (index === undefined) continue;
      known += weight * weight;
      const factor = weight * model.scales[index]!;
      for (let i = 0; i < LSA_DIMENSIONS; i++)
        sum[i]! += factor * model.directions[index * LSA_DIMENSIONS + i]!;
    }
    return { direction: sum, mass: all === 0 ? 0 : Math.sqrt(known / all) };
  };
}
