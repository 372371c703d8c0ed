import type { CodeStatusQuery, CodeStatusReply } from '@memory/contracts';
import {
  listCodeFiles,
  listCodeRepositories,
  type Workspace,
  hasCodeWords,
  deleteCodeRepository as deleteCodeRepositoryRow,
} from '@memory/db';
import { parseQuery } from '@memory/text';
import { withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { codeRepositoryId } from './present-symbol.ts';

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
    repositories: repositories.map(withMoments),
    files,
    // A page may be cut short by its size, so only an empty one is known to be the last.
    next_after: files.at(-1)?.path ?? null,
  };
}

/** Beside a search, which takes longer as a rule. */
const TIME_LIMIT_MS = 150;

/**
 * Whether the name of a code symbol holds one of a query's words. It neither fails nor takes longer than its time limit.
 * @returns null when the query has no words, and when the answer is not there in time
 */
export async function isCodeGraphAvailable(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  query: string,
): Promise<boolean | null> {
  const { words } = parseQuery(query, workspace.language);
  if (words.length === 0) return null;
  if (!workspace.hasCode) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIME_LIMIT_MS);
  });
  const lexemes = words.map(({ lexeme }) => lexeme);
  const found = hasCodeWords(db, workspace.id, lexemes).catch(() => null);
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes the index of a repository. @throws not_found */
export async function deleteCodeRepository(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { name }: { name: string },
): Promise<void> {
  const deleted = await deleteCodeRepositoryRow(db, workspace.id, name);
  if (!deleted) throw new ServiceError('not_found', `Repository ${name} was not found.`);
}
