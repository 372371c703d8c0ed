import { lexicalVersionOf } from '@memory/core';
import type { Workspace } from '@memory/db';

/**
 * Least cosine similarity of what a tool calls similar: that from which discovery draws `similar_to` edges, which lies
 * lower for lexical vectors than for those of neural models.
 */
export const similarityThreshold = ({ embeddingModel }: Workspace): number =>
  embeddingModel === null || lexicalVersionOf(embeddingModel) !== undefined ? 0.5 : 0.75;
