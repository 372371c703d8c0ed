import {
  beginNextModel,
  findUpkeep,
  findWorkspace,
  maintainSemanticIndex,
  refreshStatistics,
} from '@memory/db';
import { lexicalModelName } from '../embedding/lexical-model-name.ts';
import { trainWorkspace } from '../embedding/train-workspace.ts';
import type { Services } from '../services.ts';
import { configuredModel } from './configured-model.ts';
import { decideModelStep, isRefreshDue } from './decide-upkeep.ts';
import { resendLost } from './resend-lost.ts';

interface MaintainWorkspace {
  workspaceId: string;
  /** The queue was lost with its process: whatever is not done has no message any more. */
  restart?: boolean | undefined;
}

/**
 * Sends again what was lost, refreshes the statistics when they lag, sees to the model of the vectors and to their index.
 * Whatever it does not find to do it leaves alone, so it may come at any time and as often as it likes.
 */
export async function maintainWorkspace(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>,
  { workspaceId, restart = false }: MaintainWorkspace,
): Promise<void> {
  const { db } = services;
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) return;
  await resendLost(services, workspace.id, { restart });
  let upkeep = await findUpkeep(db, workspace.id);
  if (!upkeep) return;
  if (isRefreshDue(upkeep)) upkeep = { ...upkeep, memories: await refreshStatistics(db, workspace.id) };
  const step = decideModelStep({
    configured: configuredModel(services.embedding),
    current: workspace.embeddingModel,
    upkeep,
    restart,
  });
  if (step.do === 'nothing') {
    if (workspace.embeddingModel !== null)
      await maintainSemanticIndex(db, workspace.id, { model: workspace.embeddingModel });
    return;
  }
  const model =
    step.do === 'train' ? lexicalModelName(await trainWorkspace(services, workspace)) : step.model;
  const trainedMemories = step.do === 'train' ? upkeep.memories : null;
  if (step.do !== 'resume') await beginNextModel(db, workspace.id, { model, trainedMemories });
  await services.jobs.enqueue('reembedWorkspace', { workspaceId, model, phase: 'embed', after: null });
}
