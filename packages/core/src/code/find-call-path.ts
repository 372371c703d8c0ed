import type { CodeCallPath } from '@memory/contracts';
import { findCallPath as findPath, findSymbols, type CodeSymbolRow, type Workspace } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import type { Services } from '../services.ts';
import { presentSymbol } from './present-symbol.ts';
import { symbolNotFound } from './symbol-not-found.ts';

/** Beyond this a chain says little, and most functions of a repository are within it. */
const BOUNDS = { depthMax: 12, symbolsMax: 20_000 };

/**
 * The shortest chain of calls from one symbol to another; each is named by its id or its name. A name stands for all that
 * have it.
 * @throws not_found
 */
export async function findCallPath(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  given: { from: string; to: string },
): Promise<CodeCallPath> {
  const [from, to] = await Promise.all([
    symbolsOf(db, workspace, given.from),
    symbolsOf(db, workspace, given.to),
  ]);
  const steps = await findPath(db, workspace.id, {
    from: from.map(({ id }) => id),
    to: to.map(({ id }) => id),
    ...BOUNDS,
  });
  return {
    from: from.map(presentSymbol),
    to: to.map(presentSymbol),
    steps: steps.map(({ symbol, call }) => ({
      ...presentSymbol(symbol),
      line: call?.line ?? null,
      found_by: call?.found_by ?? null,
      confidence: call?.confidence ?? null,
    })),
  };
}

/** All whose qualified names are or end so. */
async function symbolsOf(db: Services['db'], workspace: Workspace, given: string): Promise<CodeSymbolRow[]> {
  const name = given.trim();
  const named = isUuid(name) ? { id: name } : { name, path: null };
  const found = name === '' ? [] : await findSymbols(db, workspace.id, named);
  if (found.length === 0) throw await symbolNotFound(db, workspace, isUuid(name) ? { id: name } : { name });
  return found;
}
