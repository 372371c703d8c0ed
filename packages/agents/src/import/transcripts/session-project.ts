import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findProject } from '../../hook/project/find-project.ts';
import type { Project } from '../../hook/project/project.ts';

/** The project that a session was in, as far as this machine still knows it: folders are moved and deleted. */
export function sessionProject(
  directory: string | undefined,
  { branch, origin }: { branch: string; origin?: string | undefined },
): Project {
  if (directory !== undefined && isAbsolute(directory) && existsSync(directory))
    return { ...findProject(directory, process.env), ...(branch === '' ? {} : { branch }) };
  const parts = (directory ?? '').split(/[/\\]/u).filter((part) => part !== '' && part !== '.');
  const name = parts.at(-1) ?? 'unknown';
  const root = directory ?? '/';
  return {
    key: name,
    name,
    label: origin ?? (parts.length === 0 ? '' : `…/${parts.slice(-2).join('/')}`),
    root,
    home: root,
    branch,
    isRepository: false,
    ...(origin === undefined ? {} : { origin }),
  };
}
