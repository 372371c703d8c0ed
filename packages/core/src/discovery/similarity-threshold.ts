import { lexicalVersionOf } from '../embedding/lexical-model-name.ts';

/** Least cosine of a `similar_to` edge: lexical cosines are lower than those of neural models (retrieval design, section 6). */
export const similarityThreshold = (model: string): number =>
  lexicalVersionOf(model) === undefined ? 0.75 : 0.5;
