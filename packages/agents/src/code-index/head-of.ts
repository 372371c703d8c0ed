import type { CodeHead } from '@memory/contracts';
import { Git } from '../git/git.ts';

/** What is checked out in a folder; null where it is in no repository, or nothing was committed yet. */
export async function headOf(root: string): Promise<CodeHead | null> {
  const git = new Git(root);
  const said = await git.ask('log', '-1', '--format=%H%n%cI', 'HEAD').catch(() => undefined);
  const [commit, date] = (said ?? '').split('\n');
  if (!commit || !date) return null;
  const branch = await git.ask('symbolic-ref', '--quiet', '--short', 'HEAD');
  return { branch: branch ?? null, commit_id: commit, committed_at: new Date(date).toISOString() };
}
