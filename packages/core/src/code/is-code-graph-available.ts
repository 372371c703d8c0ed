import { hasCodeWords, type Workspace } from '@memory/db';
import { parseQuery } from '@memory/text';
import type { Services } from '../services.ts';

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
