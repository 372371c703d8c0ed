import { lexicalVersionOf } from '../embedding/lexical-model-name.ts';

/**
 * Least cosine similarity of a `similar_to` edge, and of what a tool calls similar. Cosines of the built-in embedder are lower than
 * those of neural models, and a workspace without vectors will get those first.
 */
export const similarityThreshold = (model: string | null): number =>
  model === null || lexicalVersionOf(model) !== undefined ? 0.5 : 0.75;

/** Of fewer memories it is not known which words are rare, and vectors tell little. */
const YOUNG = 16;

/** Whether cosines of a workspace tell enough to ask for likeness beside shared files, concepts and sessions. */
export const needsLikeness = (model: string | null, memories: number): boolean =>
  model !== null && lexicalVersionOf(model) !== 0 && memories >= YOUNG;
