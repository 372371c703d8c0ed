import { analyze, countTerms, type Language, type MemoryText } from '@memory/text';

import { unitVector } from '../unit-vector.ts';
import { LEXICAL_DIMENSIONS, LSA_DIMENSIONS } from './dimensions.ts';
import { memoryFeatures, queryFeatures, type HashFeatures } from './hash-features.ts';
import { hashVector } from './hash-vector.ts';
import type { LexicalModel } from './lexical-model.ts';
import { termWeight } from './term-weight.ts';

/** A query as a vector, and how far the model knows its words. */
export interface LexicalQuery {
  /** Unit vector of 512. */
  vector: Float32Array;
  /** Share of the query, by the root of the squared weights, that lies in the model's vocabulary, 0..1. */
  mass: number;
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
  /** @returns null for a query without a single token: it has no semantic matches */
  embedQuery(query: string): LexicalQuery | null;
}

// The shares of the two parts in a cosine.
const LSA_SHARE = 0.6;
const HASH_SHARE = 0.4;

/** The embedder of a workspace: trained with its model, untrained (words and letter groups alone) with its language. */
export function createLexicalEmbedder(
  source: { model: LexicalModel } | { language: Language },
): LexicalEmbedder {
  const model = 'model' in source ? source.model : null;
  const language = 'model' in source ? source.model.language : source.language;
  const project = model ? createProjection(model) : null;

  const combine = (lsa: Float32Array | undefined, features: HashFeatures): Float32Array | null => {
    const hash = unitVector(hashVector(features, model));
    const vector = new Float64Array(LEXICAL_DIMENSIONS);
    if (lsa) vector.set(lsa.map((x) => Math.sqrt(LSA_SHARE) * x));
    if (hash)
      vector.set(
        hash.map((x) => Math.sqrt(HASH_SHARE) * x),
        LSA_DIMENSIONS,
      );
    return unitVector(vector) ?? null;
  };

  return {
    model: `lexical-512/${model?.version ?? 0}`,
    dimensions: LEXICAL_DIMENSIONS,
    trained: model !== null,
    embedDocument: (memory) =>
      combine(project?.(countTerms(memory, language)).vector, memoryFeatures(memory, language)),
    embedQuery: (query) => {
      const counts = new Map<string, number>();
      for (const { lexeme } of analyze(query, language)) counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
      const lsa = project?.(counts);
      const vector = combine(lsa?.vector, queryFeatures(query, language));
      return vector && { vector, mass: lsa?.mass ?? 0 };
    },
  };
}

interface Projected {
  /** Undefined when no term of the text is known. */
  vector: Float32Array | undefined;
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
    return { vector: unitVector(sum), mass: all === 0 ? 0 : Math.sqrt(known / all) };
  };
}
