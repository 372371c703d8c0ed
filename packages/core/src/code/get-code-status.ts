import type { CodeStatusQuery, CodeStatusReply } from '@memory/contracts';
import { listCodeFiles, listCodeRepositories, type Workspace } from '@memory/db';
import { presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { codeRepositoryId } from './code-ids.ts';

/** State of the index: all repositories, or one with a page of its files. One that is not indexed yet is an empty answer. */
export async function getCodeStatus(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { repository, after, limit }: CodeStatusQuery,
): Promise<CodeStatusReply> {
  const [repositories, files] = await Promise.all([
    listCodeRepositories(db, workspace.id, { name: repository ?? null }),
    repository === undefined
      ? []
      : listCodeFiles(db, workspace.id, {
          repositoryId: codeRepositoryId(workspace, repository),
          after: after ?? null,
          limit,
        }),
  ]);
  return {
    repositories: repositories.map((row) => ({
      ...row,
      committed_at: presentOptionalTimestamp(row.committed_at),
      updated_at: presentTimestamp(row.updated_at),
    })),
    files,
    // A page may be cut short by its size, so only an empty one is known to be the last.
    next_after: files.at(-1)?.path ?? null,
  };
}
