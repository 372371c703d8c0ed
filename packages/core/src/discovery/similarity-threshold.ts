import { TABLE_MODEL } from '@memory/text/embedding-table';
import { isYoung } from '../upkeep/decide-upkeep.ts';

/**
 * Least cosine similarity of a `similar_to` edge, and of what a tool calls similar. Cosines of the built-in table are lower than
 * those of other models.
 */
export const similarityThreshold = (model: string | null): number =>
  model === null || model === TABLE_MODEL ? 0.6 : 0.75;

/** Whether enough is known of a workspace to ask for likeness beside shared files, concepts and sessions. */
export const needsLikeness = (model: string | null, memories: number): boolean =>
  model !== null && !isYoung(memories);
