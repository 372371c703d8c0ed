import type { Succession, Workspace } from '@memory/db';
import { similarityThreshold } from '../discovery/similarity-threshold.ts';

/** Below the cosine at which memories count as similar: who stores something reads a wrong hint once. */
const HINTED_BELOW = 0.1;

/**
 * The cosine from which a new decision or convention may replace a memory, beside a shared file, concept or tag, before their
 * words are compared. Null before there are vectors.
 */
export function hintedSuccessionOf(
  workspace: Pick<Workspace, 'embeddingModel' | 'cosineScale'>,
): Succession | null {
  const { embeddingModel: model } = workspace;
  return model === null ? null : { model, threshold: similarityThreshold(workspace) - HINTED_BELOW };
}
