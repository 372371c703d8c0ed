import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, realpathSync, mkdirSync, writeFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve, join } from 'node:path';
import { authorOf, branchOf, findRepository, remoteOf } from '../../git/repository.ts';
import { type Home, readInstallation } from '../../home/find-home.ts';

/**
 * The project that a folder belongs to. Read from Git's own files: to start `git` takes longer than a hook has.
 * @param directory as the host gives it; where it is gone, its nearest folder that is there
 */
export function findProject(directory: string, environment: NodeJS.ProcessEnv): Project {
  const start = existing(resolve(directory));
  const repository = findRepository(start, environment);
  if (!repository) return named({ root: start, home: start, branch: '', isRepository: false });
  const { root, common } = repository;
  const origin = remoteOf(repository);
  const author = authorOf(repository, environment);
  return named({
    root,
    home: basename(common) === '.git' ? dirname(common) : common,
    branch: branchOf(repository),
    isRepository: true,
    ...(origin === undefined ? {} : { origin }),
    ...(author === undefined ? {} : { author }),
  });
}

function named(place: Omit<Project, 'key' | 'name' | 'label'>): Project {
  const name = basename(place.origin ?? place.home) || 'root';
  const hash = createHash('sha256')
    .update(place.origin ?? place.home)
    .digest('hex');
  const label = place.origin ?? `…/${place.home.split(/[/\\]/u).filter(Boolean).slice(-2).join('/')}`;
  return {
    ...place,
    name,
    label,
    key: `${name.replaceAll(/[^\w.-]/gu, '_').slice(0, 60)}-${hash.slice(0, 12)}`,
  };
}

function existing(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : existing(above);
}

export interface Project {
  /** Folder of the spool: the name and a hash of what identifies the project. */
  key: string;
  name: string;
  /** Its name in the service, the same for all who work on it: the remote, or else the end of the folder's path. */
  label: string;
  /** The root of the checkout that the session is in; paths are relative to it. */
  root: string;
  /** The root of the repository's first checkout: the same for all its worktrees. */
  home: string;
  branch: string;
  isRepository: boolean;
  /** Normalised address of the remote, such as `github.com/honojs/hono`. */
  origin?: string;
  author?: string;
}

const folderOf = ({ state }: Home) => join(state, 'projects');
const fileOf = (home: Home, entry: string) =>
  join(folderOf(home), createHash('sha256').update(entry).digest('hex').slice(0, 32));

/** Entries of the settings' `projects` that meant the project of an event: one that never does may be misspelt. */
export function noteKnownProjects(home: Home, entries: readonly string[]): void {
  for (const entry of entries) {
    if (isKnownProject(home, entry)) continue;
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(home, entry), '', { mode: 0o600 });
  }
}

export const isKnownProject = (home: Home, entry: string): boolean => existsSync(fileOf(home, entry));

/** A history is read for it: what was merged a moment ago may wait. */
const EVERY_MS = 600_000;

/**
 * Has the service told what became of the branches that memories were stored on, by a process of its own that outlives this
 * one, now and then. Only where the service answers: a command would start one that somebody stopped.
 */
export function tellBranches(
  { root, key, isRepository }: Pick<Project, 'root' | 'key' | 'isRepository'>,
  { home, environment, now }: { home: Home; environment: NodeJS.ProcessEnv; now: Date },
): void {
  const installed = readInstallation(home);
  if (!isRepository || !installed) return;
  const folder = join(home.state, 'branches');
  const mark = join(folder, key);
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  // A mark of the future is of another clock.
  if (Math.abs(now.getTime() - last) < EVERY_MS) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(mark, '', { mode: 0o600 });
  const child = spawn(installed.node, [installed.bin, 'branches', '-C', root], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: home.state,
    env: { ...environment, WORKSPACE_MEMORY_HOME: home.folder },
  });
  child.on('error', () => {});
  child.unref();
}
