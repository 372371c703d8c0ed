import type { ListPendingGroundsQuery, ListPendingGroundsReply } from '@memory/contracts';
import { listCodeRepositories, listPendingGrounds as readPendingGrounds, type Workspace } from '@memory/db';
import { codeRepositoryId } from '../code/code-ids.ts';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** Memories that only an index tied to a repository so far, or nothing. @throws not_found */
export async function listPendingGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { repository, limit }: ListPendingGroundsQuery,
): Promise<ListPendingGroundsReply> {
  const repositoryId = codeRepositoryId(workspace, repository);
  const rows = await readPendingGrounds(db, workspace.id, { repositoryId, limit });
  if (rows.length === 0) await requireRepository(db, workspace, repository);
  const identify = identifyIn(settings.memoryIdForm);
  return {
    results: rows.map(({ id, memory_id, said_at, ...pending }) => ({
      memory_id: identify({ id, memory_id }),
      ...pending,
      said_at: presentTimestamp(said_at),
    })),
  };
}

/** @throws not_found */
export async function requireRepository(
  db: Services['db'],
  workspace: Workspace,
  name: string,
): Promise<void> {
  const found = await listCodeRepositories(db, workspace.id, { name });
  if (found.length === 0) throw new ServiceError('not_found', `Repository ${name} was not found.`);
}
