import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { globby } from 'globby';

const IGNORED = ['**/node_modules/**', '**/.git/**', '**/vendor/**', '**/.venv/**'];

/**
 * Files that match, in the order of their paths. Links are not followed.
 * @param globs those that begin with `**` leave out what Git ignores; a place that is named is looked at in any case
 */
export async function findFiles(folder: string, globs: readonly string[]): Promise<string[]> {
  const options = {
    cwd: folder,
    absolute: true,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    suppressErrors: true,
    ignore: IGNORED,
  };
  const anywhere = globs.filter((glob) => glob.startsWith('**'));
  const named = globs.filter((glob) => !glob.startsWith('**'));
  const found = await Promise.all([
    anywhere.length > 0 ? globby(anywhere, { ...options, gitignore: true }) : [],
    named.length > 0 ? globby(named, options) : [],
  ]);
  const paths = [...new Set(found.flat().map((path) => resolve(path)))].toSorted();
  const kinds = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)));
  return paths.filter((_, place) => kinds[place]?.isFile());
}

/** @throws when nothing lies there */
export async function isFolder(path: string): Promise<boolean> {
  const kind = await lstat(path).catch(() => undefined);
  if (!kind) throw new Error(`There is nothing at ${path}.`);
  if (kind.isSymbolicLink()) throw new Error(`${path} is a symbolic link, which is not followed.`);
  return kind.isDirectory();
}
