import {
  beginNextModel,
  findUpkeep,
  maintainSemanticIndex,
  refreshStatistics,
  type Workspace,
} from '@memory/db';
import { measure } from '../embedding/cosine-scale.ts';
import { configuredModel } from '../embedding/embedding.ts';
import type { Services } from '../services.ts';
import { decideModelStep, isRefreshDue, isYoung } from './decide-upkeep.ts';

/**
 * Refreshes the statistics when they lag, keeps the model of the vectors and their index up to date.
 * Whatever it does not find to do it leaves alone, so it may come at any time and as often as it likes.
 * @param options.restart the queue was lost with its process: whatever is not done has no message any more
 */
export async function maintainWorkspace(
  { db, jobs, embedding }: Pick<Services, 'db' | 'jobs' | 'embedding'>,
  workspace: Workspace,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const upkeep = await findUpkeep(db, workspace.id);
  if (!upkeep) return;
  const isDue = isRefreshDue(upkeep);
  const memories = isDue ? await refreshStatistics(db, workspace.id) : upkeep.memories;
  const { builtIn } = embedding;
  // Asking another model costs: that is done when somebody says so.
  if (isDue && builtIn?.embedder.model === workspace.embeddingModel) await measure(db, workspace, builtIn);
  const { embeddingModel: current } = workspace;
  const step = decideModelStep({ configured: configuredModel(embedding), current, upkeep, restart });
  if (current === null) return;
  if (step.do === 'nothing') {
    await maintainSemanticIndex(db, workspace.id, { model: current });
    if (upkeep.nextModel || isYoung(memories) || !isYoung(upkeep.memories)) return;
  }
  const instead = upkeep.nextModel?.name ?? null;
  const model = step.do === 'nothing' ? current : step.model;
  // Known by now which words are rare: what was related before is looked at again.
  const phase = step.do === 'nothing' ? 'compare' : 'embed';
  // One delivery of several begins it; the others leave it to that one.
  if (step.do === 'resume' || (await beginNextModel(db, workspace.id, { model, instead })))
    await jobs.enqueue('reembedWorkspace', { workspaceId: workspace.id, model, phase, after: null });
}
