import {
  beginNextModel,
  findLexicalVersion,
  findUpkeep,
  maintainSemanticIndex,
  refreshStatistics,
  type Upkeep,
  type Workspace,
} from '@memory/db';
import { lexicalModelName, lexicalVersionOf } from '../embedding/lexical-model-name.ts';
import { trainWorkspace } from '../embedding/train-workspace.ts';
import type { Services } from '../services.ts';
import { configuredModel } from '../embedding/configured-model.ts';
import {
  BACKLOG_DELAY_SECONDS,
  BACKLOG_LOOKS_MAX,
  decideModelStep,
  isRefreshDue,
  isTrainingEarly,
  type ModelStep,
} from './decide-upkeep.ts';

type UpkeepServices = Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>;

interface Upkept {
  /** The queue was lost with its process: whatever is not done has no message any more. */
  restart?: boolean | undefined;
  /** Times that training has waited for a backlog. */
  looks?: number | undefined;
}

/**
 * Refreshes the statistics when they lag, keeps the model of the vectors and their index up to date.
 * Whatever it does not find to do it leaves alone, so it may come at any time and as often as it likes.
 */
export async function maintainWorkspace(
  services: UpkeepServices,
  workspace: Workspace,
  { restart = false, looks = 0 }: Upkept,
): Promise<void> {
  const { db } = services;
  const workspaceId = workspace.id;
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
  if (step.do === 'train' && isTrainingEarly(upkeep) && looks < BACKLOG_LOOKS_MAX)
    return services.jobs.enqueueLater(BACKLOG_DELAY_SECONDS, 'maintainWorkspace', {
      workspaceId,
      looks: looks + 1,
    });
  const model = await takeModelStep(services, workspace, { step, upkeep });
  if (model !== undefined)
    await services.jobs.enqueue('reembedWorkspace', { workspaceId, model, phase: 'embed', after: null });
}

/** @returns the model to embed with, trained when it has to be; undefined when another delivery is about it */
async function takeModelStep(
  services: UpkeepServices,
  workspace: Workspace,
  { step, upkeep }: { step: Exclude<ModelStep, { do: 'nothing' }>; upkeep: Upkeep },
): Promise<string | undefined> {
  const { db } = services;
  const trained = await findLexicalVersion(db, workspace.id);
  const model = step.do === 'train' ? lexicalModelName(trained + 1) : step.model;
  const begun =
    step.do === 'resume' ||
    (await beginNextModel(db, workspace.id, {
      model,
      instead: upkeep.nextModel?.name ?? null,
      trainedMemories: step.do === 'train' ? upkeep.memories : null,
    }));
  if (!begun) return undefined;
  // Also when it was begun and its process ended before the training did.
  const version = lexicalVersionOf(model) ?? 0;
  if (version > trained) await trainWorkspace(services, workspace, version);
  return model;
}
