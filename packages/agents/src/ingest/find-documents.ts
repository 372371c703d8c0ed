import { lstat } from 'node:fs/promises';
import { dirname, extname, relative, resolve } from 'node:path';
import { globby, isDynamicPattern } from 'globby';
import { OriginFinder, tellForeign, type FoundOrigin } from '../tree/find-origin.ts';
import { isDocument } from './local-documents.ts';

export interface FoundDocument {
  /** Absolute. */
  path: string;
  /** Its identity from run to run: where it comes from, and its path there with forward slashes. */
  origin: string;
  source: string;
}

export interface KnownFolder {
  origin: string;
  /** Within its origin; `.` for all of it. */
  under: string;
  /** Folder of this machine that sources of the origin are relative to. */
  root: string;
}

export interface FoundFolder extends KnownFolder {
  /** Folders that it may be stored as from before its repository had a remote, or was one. */
  findEarlier: () => Promise<KnownFolder[]>;
}

export interface FoundDocuments {
  documents: FoundDocument[];
  folders: FoundFolder[];
  /** Given paths that match nothing, with the reason. */
  unmatched: string[];
  /** How many files of the folders are no documents, by ending: `.csv`, `symbolic link`. */
  notRead: Record<string, number>;
}

/**
 * The documents that paths and globs name: a file itself, a folder's readable files, what a glob matches. Ignore files
 * (.gitignore) are respected inside folders and globs; links are not followed.
 * @param origin name for where all of them come from
 * @param isKnown whether something is stored from an origin
 * @throws when nothing at all is found and no folder was named
 */
export async function findDocuments(
  given: readonly string[],
  {
    cwd = process.cwd(),
    origin: named,
    isKnown,
  }: { cwd?: string; origin?: string | undefined; isKnown?: (origin: string) => Promise<boolean> } = {},
): Promise<FoundDocuments> {
  // The empty rest of a variable without a value would name the whole working directory.
  if (given.includes('')) throw new Error('One of the paths is empty; . names the folder that you are in.');
  const finder = new OriginFinder({ cwd, named, isKnown, onForeign: tellForeign });
  const found = new Map<string, FoundDocument>();
  const folders: FoundFolder[] = [];
  const unmatched: string[] = [];
  const notRead = new Map<string, string>();
  for (const name of given) {
    const path = resolve(cwd, name);
    const kind = await lstat(path).catch(() => undefined);
    const base = kind?.isDirectory() ? path : kind ? dirname(path) : resolve(cwd, baseOf(name));
    if (kind?.isDirectory()) {
      const origin = await finder.find(path);
      const known = (place: FoundOrigin) => ({
        origin: place.origin,
        under: placeIn(place, path),
        root: place.root,
      });
      folders.push({
        ...known(origin),
        findEarlier: async () => (await finder.findEarlier(path)).map((place) => known(place)),
      });
    }
    const matches = kind?.isFile()
      ? [path]
      : kind?.isDirectory()
        ? await documentsIn(path, notRead)
        : await match(name, cwd);
    if (matches.length === 0)
      unmatched.push(
        kind?.isSymbolicLink()
          ? `${name} is a symbolic link, which is not followed.`
          : kind === undefined && !isDynamicPattern(name)
            ? `There is no ${name}. If it was ingested before, workspace-memory documents delete ${name} takes it out.`
            : `Nothing to ingest at ${name}.`,
      );
    for (const matched of matches) {
      const origin = await finder.find(dirname(matched), base);
      found.set(matched, { path: matched, origin: origin.origin, source: placeIn(origin, matched) });
    }
  }
  if (found.size === 0 && folders.length === 0) throw new Error(unmatched.join('\n'));
  const documents = [...found.values()].toSorted((a, b) => (a.source < b.source ? -1 : 1));
  const counts = Map.groupBy(
    [...notRead].filter(([path]) => !found.has(path)),
    ([, kind]) => kind,
  );
  return {
    documents,
    folders,
    unmatched,
    notRead: Object.fromEntries([...counts].map(([kind, files]) => [kind, files.length])),
  };
}

/** The folder that a glob stays in: what stands before its first part that is a pattern. */
function baseOf(glob: string): string {
  const parts = glob.split('/');
  const first = parts.findIndex((part) => part !== '' && isDynamicPattern(part));
  return parts.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.');
}

const GLOB_OPTIONS = {
  absolute: true,
  gitignore: true,
  followSymbolicLinks: false,
  caseSensitiveMatch: false,
  ignore: ['**/node_modules/**', '**/.git/**'],
  expandDirectories: false,
};

async function match(glob: string, cwd: string): Promise<string[]> {
  const matches = await globby(glob, { ...GLOB_OPTIONS, cwd, onlyFiles: true });
  return matches.map((path) => resolve(path));
}

/**
 * Absolute paths of the documents below a folder; from the folder itself, so that where it lies (below node_modules, say)
 * does not hide it.
 * @param notRead takes what else lies there: its path and its ending or kind
 */
async function documentsIn(folder: string, notRead: Map<string, string>): Promise<string[]> {
  const entries = await globby('**/*', {
    ...GLOB_OPTIONS,
    cwd: folder,
    onlyFiles: false,
    objectMode: true,
  });
  const documents: string[] = [];
  for (const { path: name, dirent } of entries) {
    const path = resolve(name);
    if (dirent.isDirectory()) continue;
    if (dirent.isFile() && isDocument(path)) documents.push(path);
    else notRead.set(path, kindOf(path, dirent));
  }
  return documents;
}

function kindOf(path: string, entry: { isFile(): boolean; isSymbolicLink(): boolean }): string {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (!entry.isFile()) return 'pipe or device';
  return extname(path).toLowerCase() || 'without an ending';
}

const placeIn = ({ root }: FoundOrigin, path: string): string =>
  relative(root, path).replaceAll('\\', '/') || '.';
