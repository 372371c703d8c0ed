import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findProject } from '../hook/project/find-project.ts';

/** The tools that ask for, or keep, what belongs to a project; for the others nobody has to be asked where the client works. */
const OF_A_PROJECT: ReadonlySet<string> = new Set([
  'memory_search',
  'memory_by_file',
  'memory_get_timeline',
  'memory_get_related',
  'memory_store',
  'session_start',
]);

/**
 * The project that a call is about, by the name that hooks give it: of the folder that the call names, or else of the
 * repository that the client works in.
 * @param folders that the client works in
 * @returns undefined where it is in no repository
 */
export async function projectOf(
  { name, arguments: { project_path: path } = {} }: { name: string; arguments?: Record<string, unknown> },
  folders: () => Promise<string[]>,
): Promise<string | undefined> {
  if (!OF_A_PROJECT.has(name)) return undefined;
  if (typeof path === 'string') return isAbsolute(path) && existsSync(path) ? labelOf(path) : undefined;
  for (const folder of await folders()) {
    const project = findProject(folder, process.env);
    if (project.isRepository) return project.label;
  }
  return undefined;
}

/** The person as hooks name it, by the address that Git knows where the client works. */
export async function personOf(folders: () => Promise<string[]>): Promise<string | undefined> {
  for (const folder of await folders()) {
    const { author } = findProject(folder, process.env);
    if (author !== undefined) return author;
  }
  return undefined;
}

/** The tools that keep on which branch something was said. */
const OF_A_BRANCH: ReadonlySet<string> = new Set(['memory_store', 'session_start']);

/** The call with the branch that is checked out where the client works, unless it says itself where it belongs. */
export async function onBranch<Call extends { name: string; arguments?: Record<string, unknown> }>(
  call: Call,
  folders: () => Promise<string[]>,
): Promise<Call> {
  const given = call.arguments ?? {};
  if (
    !OF_A_BRANCH.has(call.name) ||
    ['branch_name', 'project_name', 'session_id'].some((name) => name in given)
  )
    return call;
  for (const folder of await foldersOf(call, folders)) {
    const { isRepository, branch } = findProject(folder, process.env);
    if (isRepository && branch !== '')
      return { ...call, arguments: { ...given, branch_name: branch.slice(0, 255) } };
  }
  return call;
}

/** The folders whose code a call may be about: the one that it names, then those that the client works in. */
export async function foldersOf(
  { arguments: { project_path: path } = {} }: { arguments?: Record<string, unknown> },
  folders: () => Promise<string[]>,
): Promise<string[]> {
  const named = typeof path === 'string' && isAbsolute(path) && existsSync(path) ? [path] : [];
  return [...named, ...(await folders())];
}

const labelOf = (folder: string): string => findProject(folder, process.env).label;
