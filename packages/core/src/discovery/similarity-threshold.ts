import type { Workspace } from '@memory/db';
import { TABLE_MODEL } from '@memory/text/table-model';
import { cosineScale } from '../embedding/cosine-scale.ts';
import { isYoung } from '../upkeep/upkeep.ts';

const SIMILAR = 0.83;

/**
 * Below this cosine of the built-in table a pair is no edge, however unlike the rest of a workspace is: of 185 edges of nine
 * public histories .56 were worth reading together, of those from here on .72 (docs/decisions/graph.md).
 */
const TABLE_LEAST = 0.66;

/** Least cosine similarity of a `similar_to` edge. */
export const edgeThreshold = (workspace: Pick<Workspace, 'embeddingModel' | 'cosineScale'>): number =>
  Math.max(similarityThreshold(workspace), workspace.embeddingModel === TABLE_MODEL ? TABLE_LEAST : 0);

/** Least cosine similarity of what a tool calls similar. */
export const similarityThreshold = (workspace: Pick<Workspace, 'embeddingModel' | 'cosineScale'>): number => {
  const { floor, top } = cosineScale(workspace, workspace.embeddingModel ?? TABLE_MODEL);
  return floor + SIMILAR * (top - floor);
};

/** Whether enough is known of a workspace to ask for likeness beside shared files, concepts and sessions. */
export const needsLikeness = (model: string | null, memories: number): boolean =>
  model !== null && !isYoung(memories);
