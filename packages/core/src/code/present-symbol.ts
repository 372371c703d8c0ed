import { v5 } from 'uuid';
import type { CodeNeighbour, CodeSymbolRecord } from '@memory/contracts';
import { type CodeSymbolRow, type NeighbourRow, findNearestSymbols, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

export const presentSymbol = ({
  id: symbol_id,
  kind: symbol_type,
  path: file_path,
  is_pending: _pending,
  ...symbol
}: CodeSymbolRow): CodeSymbolRecord => ({ symbol_id, symbol_type, file_path, ...symbol });

export const presentNeighbour = ({
  symbol,
  direction: _direction,
  total: _total,
  lines,
  ...edge
}: NeighbourRow): CodeNeighbour => ({
  ...presentSymbol(symbol),
  ...edge,
  lines: lines.length > 0 ? lines : [edge.line],
});

/** One answer for the unknown, the malformed and the foreign; of a name, with those that look most like it. */
export async function symbolNotFound(
  db: Services['db'],
  workspace: Workspace,
  given: { id: string } | { name: string; path?: string | undefined },
): Promise<ServiceError> {
  if ('id' in given)
    return new ServiceError(
      'not_found',
      `Symbol ${given.id} was not found: code_search gives the ids of names.`,
    );
  const { name, path } = given;
  const last = name.split('.').at(-1) ?? name;
  const nearest = await findNearestSymbols(db, workspace.id, { name: last, repository: null });
  const named = path === undefined ? `named ${name}` : `named ${name} in ${path}`;
  const others = nearest.map((symbol) => `${symbol.qualified_name} (${symbol.path})`).join(', ');
  return new ServiceError(
    'not_found',
    `Symbol ${named} was not found.${others === '' ? '' : ` Nearest names: ${others}.`}`,
  );
}

/** The id of a repository is made from its name, so that a write needs no look-up. */
export const codeRepositoryId = (workspace: Pick<Workspace, 'id'>, name: string): string =>
  v5(`code-repository\0${name}`, workspace.id);

/** The id of a symbol stays while its key stays. A file has the id of its module symbol, whose key is the path. */
export const codeSymbolId = (repositoryId: string, key: string): string => v5(key, repositoryId);
