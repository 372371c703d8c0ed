import type { Succession, Workspace } from '@memory/db';
import { similarityThreshold } from '../discovery/similarity-threshold.ts';

type Embedded = Pick<Workspace, 'embeddingModel' | 'cosineScale'>;

/** Above the cosine at which memories count as similar. */
const NEARER_BY = 0.05;

/** Below it: who stores something reads a wrong hint once, and what is not hinted at stays beside its successor. */
const HINTED_BELOW = 0.1;

/**
 * What makes a later decision or convention a likely successor, beside a shared file, concept or tag: a cosine of 0.55 with
 * the built-in embedder found 5 of 6 planted successions and one wrong one among 65 memories. Null before there are vectors.
 */
export const successionOf = (workspace: Embedded): Succession | null => nearerThan(workspace, NEARER_BY);

/** The same for a hint at store time: the 12 successions of `npm run bench -- recall` have 0.41 to 0.67, other pairs 0.50 at most. */
export const hintedSuccessionOf = (workspace: Embedded): Succession | null =>
  nearerThan(workspace, -HINTED_BELOW);

function nearerThan(workspace: Embedded, margin: number): Succession | null {
  const { embeddingModel: model } = workspace;
  return model === null ? null : { model, threshold: similarityThreshold(workspace) + margin };
}
