import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { authorOf, branchOf, findRepository, remoteOf } from '../../git/repository.ts';
import type { Project } from './project.ts';

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
