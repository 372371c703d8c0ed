import type { SymbolTable, TableFile } from '../symbol-table.ts';

/** What finding a module may ask of the repository. */
export interface Repository {
  table: SymbolTable;
  manifests: readonly TableFile[];
  has: (filePath: string) => boolean;
  /** Paths by file name with extension, for includes that name no directory. */
  byFileName: ReadonlyMap<string, readonly string[]>;
}
