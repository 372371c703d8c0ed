import type { Workspace } from '@memory/db';
import { v5 } from 'uuid';

/** Of a repository: made from its name, so that nothing must be looked up to write into it. */
export const codeRepositoryId = (workspace: Pick<Workspace, 'id'>, name: string): string =>
  v5(`code-repository\0${name}`, workspace.id);

/** Of a symbol: it stays while the symbol's key stays. A file has the id of its module symbol, whose key is the path. */
export const codeSymbolId = (repositoryId: string, key: string): string => v5(key, repositoryId);
