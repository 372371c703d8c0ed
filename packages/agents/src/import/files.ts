import { lstat, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { globby } from 'globby';
import { Git } from '../git/git.ts';
import { type FoundOrigin } from '../tree/find-origin.ts';
import { messageOf } from '@memory/text/error-facts';

export async function existing(paths: readonly string[]): Promise<string[]> {
  const named = [...new Set(paths.filter((path) => path !== ''))];
  const kinds = await Promise.all(named.map((path) => stat(path).catch(() => undefined)));
  return named.filter((_, place) => kinds[place] !== undefined);
}

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

export interface FileDates {
  created_at: string;
  updated_at: string;
  /** Its first author, as Git knows them. */
  author: string | null;
}

const GIT_TIMEOUT_MS = 10_000;

/** When a file was written and last changed: by the history of its repository where it is in one, else by its own dates. */
export async function fileDates(path: string, { root, isRepository }: FoundOrigin): Promise<FileDates> {
  const own = await stat(path);
  const changed = own.mtime.toISOString();
  // Copies and checkouts are born when they are made: what a file says of its birth is at most as old as its change.
  const fallback = { created_at: changed, updated_at: changed, author: null };
  if (!isRepository) return fallback;
  const args = ['log', '--format=%aI %ae', '--', path];
  const log = await new Git(root).run(args, { timeoutMs: GIT_TIMEOUT_MS }).catch(() => undefined);
  const commits = log?.code === 0 ? log.stdout.toString().split('\n').filter(Boolean) : [];
  const [latest, first] = [commits[0], commits.at(-1)];
  if (latest === undefined || first === undefined) return fallback;
  const [created = changed, author = ''] = first.split(' ');
  const [updated = changed] = latest.split(' ');
  return { created_at: created, updated_at: updated, author: author || null };
}

/** Why a file was passed over, without its name. */
export const reasonOf = (error: unknown): string =>
  messageOf(error)
    .replace(/^It /u, 'it ')
    .replace(/\.$/u, '')
    .replace(/\d{4,}/gu, (digits) => Number(digits).toLocaleString('en'));
