import { undoTypeChange as undoTypeChangeRow, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

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
