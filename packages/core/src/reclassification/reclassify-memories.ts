import { retypeByNeighbours, type Workspace, undoTypeChange as undoTypeChangeRow } from '@memory/db';
import { similarityThreshold } from '../discovery/similarity-threshold.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { BudgetExhaustedError, budgetedGenerator } from '../workspaces/budgeted-generator.ts';
import { judgeMemories } from './judge-memories.ts';
import { judgeRelationships } from './judge-relationships.ts';

/** Model calls a night and workspace, for memories and for relationships each. */
const BATCHES_MAX = 5;

/** Comparisons of vectors that one night may take, about ten seconds. */
const COMPARISONS_MAX = 20_000_000;
const NEIGHBOUR_CANDIDATES_MAX = 500;

type Needed = Pick<Services, 'db' | 'clock' | 'settings' | 'textGenerator'>;

/**
 * Gives memories of type `general` a type, and discovered relationships a more telling one; each change is recorded. A
 * text generator judges both in batches, within the budget of the day; without one the nearest neighbours tell the type of
 * a memory, and relationships stay, since no heuristic may say what caused or replaced what (decision 33).
 * @throws JudgementError for an answer of the model that cannot be used; the batches before it stand
 */
export async function reclassifyMemories(services: Needed, workspace: Workspace): Promise<void> {
  const { db, clock } = services;
  const generator = budgetedGenerator(services, workspace);
  if (!generator) {
    if (workspace.embeddingModel === null) return;
    const affordable = Math.floor(COMPARISONS_MAX / Math.max(1, workspace.memoryCount));
    await retypeByNeighbours(db, workspace.id, {
      model: workspace.embeddingModel,
      threshold: similarityThreshold(workspace),
      limit: Math.min(NEIGHBOUR_CANDIDATES_MAX, Math.max(1, affordable)),
      at: clock(),
    });
    return;
  }
  try {
    for (const judge of [judgeMemories, judgeRelationships])
      for (let batch = 1; batch <= BATCHES_MAX; batch += 1)
        if (!(await judge({ db, clock, generator }, workspace))) break;
  } catch (error) {
    // The next night goes on where this one stopped.
    if (!(error instanceof BudgetExhaustedError)) throw error;
  }
}

/** Takes the change of a type back. @throws not_found; conflict when the type has been changed since */
export async function undoTypeChange(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { changeId }: { changeId: string },
): Promise<{ undone: boolean }> {
  const outcome = await undoTypeChangeRow(db, workspace.id, { id: changeId, at: clock() });
  if (outcome === undefined) throw new ServiceError('not_found', `Change ${changeId} was not found.`);
  if (outcome === 'changed_since')
    throw new ServiceError('conflict', `The type that change ${changeId} gave has been changed since.`);
  return { undone: outcome === 'undone' };
}
