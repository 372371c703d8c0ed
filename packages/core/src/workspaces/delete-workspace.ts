import {
  deleteAccess,
  deleteSomeRows,
  deleteWorkspaceRow,
  findWorkspaceProfile,
  listExports,
  listUploadKeys,
  type Workspace,
} from '@memory/db';
import { nameOf } from '@memory/text/error-facts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** How long one step goes on: an operator function in AWS has half a minute. */
const STEP_MS = 10_000;

export interface DeletionStep {
  /** Whether it is gone; otherwise the step is to be repeated. */
  done: boolean;
  /** Files that were written of it, which stay where they lie. */
  exports: string[];
}

/**
 * One step of deleting a workspace: first nobody can reach it any more, then what it holds goes, then itself.
 * @throws conflict when it has another name
 */
export async function deleteWorkspace(
  { db, jobs, objects, log }: Pick<Services, 'db' | 'jobs' | 'objects' | 'log'>,
  workspace: Pick<Workspace, 'id' | 'hasSemanticIndex'>,
  { name }: { name: string },
): Promise<DeletionStep> {
  const profile = await findWorkspaceProfile(db, workspace.id);
  if (profile?.name !== name)
    throw new ServiceError('conflict', `Workspace ${workspace.id} is named ${profile?.name}, not ${name}.`);
  await deleteAccess(db, workspace.id);
  const exports = (await listExports(db, workspace.id, { since: new Date(0) })).map(({ file }) => file);
  for (const key of await listUploadKeys(db, workspace.id))
    await objects.delete(key).catch((error: unknown) =>
      // In AWS the bucket forgets it by itself.
      log.warn('A file of an upload could not be deleted', { key, reason: nameOf(error) }),
    );
  const end = performance.now() + STEP_MS;
  while (await deleteSomeRows(db, workspace.id)) if (performance.now() > end) return { done: false, exports };
  if (workspace.hasSemanticIndex) {
    // Upkeep alone may change the schema: it takes the index of an empty workspace away.
    await jobs.enqueue('maintainWorkspace', { workspaceId: workspace.id });
    return { done: false, exports };
  }
  await deleteWorkspaceRow(db, workspace.id);
  return { done: true, exports };
}
