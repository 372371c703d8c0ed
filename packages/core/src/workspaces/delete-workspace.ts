import {
  deleteAccess,
  deleteSomeRows,
  deleteWorkspaceRow,
  findWorkspaceProfile,
  type Workspace,
} from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** How long one step goes on: an operator function in AWS has half a minute. */
const STEP_MS = 10_000;

/**
 * One step of deleting a workspace: first nobody can reach it any more, then what it holds goes, then itself.
 * @returns whether it is gone; otherwise the step is to be repeated
 * @throws conflict when it has another name
 */
export async function deleteWorkspace(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  workspace: Pick<Workspace, 'id' | 'hasSemanticIndex'>,
  { name }: { name: string },
): Promise<{ done: boolean }> {
  const profile = await findWorkspaceProfile(db, workspace.id);
  if (profile?.name !== name)
    throw new ServiceError('conflict', `Workspace ${workspace.id} is named ${profile?.name}, not ${name}.`);
  await deleteAccess(db, workspace.id);
  const end = clock().getTime() + STEP_MS;
  while (await deleteSomeRows(db, workspace.id)) if (clock().getTime() > end) return { done: false };
  if (workspace.hasSemanticIndex) {
    // Upkeep alone may change the schema: it takes the index of an empty workspace away.
    await jobs.enqueue('maintainWorkspace', { workspaceId: workspace.id });
    return { done: false };
  }
  await deleteWorkspaceRow(db, workspace.id);
  return { done: true };
}
