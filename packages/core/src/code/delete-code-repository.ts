import { deleteCodeRepository as deleteCodeRepositoryRow, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** Deletes the index of a repository. @throws not_found */
export async function deleteCodeRepository(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { name }: { name: string },
): Promise<void> {
  const deleted = await deleteCodeRepositoryRow(db, workspace.id, name);
  if (!deleted) throw new ServiceError('not_found', `Repository ${name} was not found.`);
}
