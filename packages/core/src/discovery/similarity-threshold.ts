import type { Workspace } from '@memory/db';
import { TABLE_MODEL } from '@memory/text/table-model';
import { cosineScale } from '../embedding/cosine-scale.ts';
import { isYoung } from '../upkeep/upkeep.ts';

/** From this likeness on two memories are similar. */
const SIMILAR = 0.83;

/** Least cosine similarity of a `similar_to` edge, and of what a tool calls similar. */
export const similarityThreshold = (workspace: Pick<Workspace, 'embeddingModel' | 'cosineScale'>): number => {
  const { floor, top } = cosineScale(workspace, workspace.embeddingModel ?? TABLE_MODEL);
  return floor + SIMILAR * (top - floor);
};

/** Whether enough is known of a workspace to ask for likeness beside shared files, concepts and sessions. */
export const needsLikeness = (model: string | null, memories: number): boolean =>
  model !== null && !isYoung(memories);
