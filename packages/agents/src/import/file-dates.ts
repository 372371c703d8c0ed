import { stat } from 'node:fs/promises';
import { Git } from '../git/git.ts';
import type { FoundOrigin } from '../tree/find-origin.ts';

export interface FileDates {
  created_at: string;
  updated_at: string;
  /** Who wrote it first, as Git knows them. */
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
