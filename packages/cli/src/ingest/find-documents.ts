import { lstat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { globby } from 'globby';
import { READABLE_ENDINGS } from '../readable-endings.ts';

export interface FoundDocument {
  /** Absolute. */
  path: string;
  /** Its identity from run to run: relative to the working directory, or else to the folder given; forward slashes. */
  source: string;
}

/**
 * The documents that paths and globs name: a file itself, a folder's readable files, what a glob matches. Ignore files
 * (.gitignore) are respected inside folders and globs; links are not followed.
 */
export async function findDocuments(given: readonly string[], cwd = process.cwd()): Promise<FoundDocument[]> {
  const found = new Map<string, string>();
  for (const name of given) {
    const path = resolve(cwd, name);
    const kind = await lstat(path).catch(() => undefined);
    const isFolder = kind?.isDirectory() ?? false;
    const matches = kind?.isFile() ? [path] : await match(isFolder ? undefined : name, isFolder ? path : cwd);
    if (matches.length === 0) throw new Error(`Nothing to ingest at ${name}.`);
    const folder = isFolder ? path : dirname(path);
    for (const match of matches) found.set(match, sourceOf(match, folder, cwd));
  }
  return [...found]
    .map(([path, source]) => ({ path, source }))
    .toSorted((a, b) => (a.source < b.source ? -1 : 1));
}

/** Absolute paths; from the folder itself, so that where it lies (below node_modules, say) does not hide it. */
async function match(glob: string | undefined, cwd: string): Promise<string[]> {
  const matches = await globby(glob ?? `**/*.{${READABLE_ENDINGS.join(',')}}`, {
    cwd,
    absolute: true,
    gitignore: true,
    followSymbolicLinks: false,
    onlyFiles: true,
    caseSensitiveMatch: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
    expandDirectories: false,
  });
  return matches.map((path) => resolve(path));
}

function sourceOf(path: string, folder: string, cwd: string): string {
  const fromHere = relative(cwd, path);
  const source = fromHere.startsWith('..') ? join(basename(folder), relative(folder, path)) : fromHere;
  return source.replaceAll('\\', '/');
}
