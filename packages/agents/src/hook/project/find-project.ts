import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { normalizeRemote } from '@memory/text/normalize-remote';
import type { Project } from './project.ts';
import { readGitConfig } from './read-git-config.ts';

/**
 * The project that a folder belongs to. Read from Git's own files: to start `git` takes longer than a hook has.
 * @param directory as the host gives it; where it is gone, its nearest folder that is there
 */
export function findProject(directory: string, environment: NodeJS.ProcessEnv): Project {
  const start = existing(resolve(directory));
  const root = rootAbove(start);
  const git = root === undefined ? undefined : gitFolders(root);
  if (root === undefined || git === undefined)
    return named({ root: start, home: start, branch: '', isRepository: false });
  const config = readGitConfig(join(git.common, 'config'));
  const address = config.get('remote.origin.url') ?? firstRemote(config);
  const origin = address === undefined ? undefined : normalizeRemote(address);
  const author = config.get('user.email') ?? ownAddress(environment);
  return named({
    root,
    home: basename(git.common) === '.git' ? dirname(git.common) : git.common,
    branch: branchOf(git.own),
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

function rootAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : rootAbove(above);
}

/** The folder of this checkout, and the one that all worktrees of the repository share. */
function gitFolders(root: string): { own: string; common: string } | undefined {
  const path = join(root, '.git');
  try {
    if (statSync(path).isDirectory()) return { own: path, common: path };
    const [, target = ''] = /^gitdir: (.+)$/mu.exec(readFileSync(path, 'utf8')) ?? [];
    const own = resolve(root, target.trim());
    const shared = join(own, 'commondir');
    return { own, common: existsSync(shared) ? resolve(own, readFileSync(shared, 'utf8').trim()) : own };
  } catch {
    return undefined;
  }
}

/** Without a branch, the beginning of the commit. */
function branchOf(folder: string): string {
  try {
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    return head.startsWith('ref: ') ? head.replace(/^ref: (?:refs\/heads\/)?/u, '') : head.slice(0, 12);
  } catch {
    return '';
  }
}

function firstRemote(config: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of config) if (/^remote\..+\.url$/u.test(name)) return value;
  return undefined;
}

function ownAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const user = environment['HOME'] || homedir();
  const xdg = environment['XDG_CONFIG_HOME'] || join(user, '.config');
  return (
    environment['GIT_AUTHOR_EMAIL'] ||
    readGitConfig(join(user, '.gitconfig')).get('user.email') ||
    readGitConfig(join(xdg, 'git', 'config')).get('user.email')
  );
}
