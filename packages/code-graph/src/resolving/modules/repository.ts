import type { SymbolTable } from '../symbol-table.ts';
import type { TableFile } from '../table-file.ts';
import path from 'node:path';

/** The repository as the search for a module asks it. */
export interface Repository {
  table: SymbolTable;
  manifests: readonly TableFile[];
  has: (filePath: string) => boolean;
  /** Paths by file name with extension, for includes that name no directory. */
  byFileName: ReadonlyMap<string, readonly string[]>;
}

/** A path relative to a directory of the tree; null when it leaves the tree. */
export function joinInTree(directory: string, relative: string): string | null {
  const joined = path.posix.join(directory, relative);
  if (joined.startsWith('..')) return null;
  const plain = joined.replace(/\/$/, '');
  return plain === '.' ? '' : plain;
}

/** A directory and all above it, the nearest first, the root of the tree (an empty string) last. */
export function directoriesUp(directory: string): string[] {
  const directories = [];
  for (let at = directory; at !== ''; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '')
    directories.push(at);
  return [...directories, ''];
}
