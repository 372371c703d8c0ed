import type { Workspace } from '@memory/db';
import { v5 } from 'uuid';

/** The id of a repository is made from its name, so that a write needs no look-up. */
export const codeRepositoryId = (workspace: Pick<Workspace, 'id'>, name: string): string =>
  v5(`code-repository\0${name}`, workspace.id);

/** The id of a symbol stays while its key stays. A file has the id of its module symbol, whose key is the path. */
export const codeSymbolId = (repositoryId: string, key: string): string => v5(key, repositoryId);
