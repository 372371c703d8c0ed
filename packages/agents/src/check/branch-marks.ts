import { judgeBranches } from '../branches/judge-branches.ts';
import type { Git } from '../git/git.ts';
import type { CheckedMemory } from './anchored-memories.ts';

const BRANCHES_MAX = 20;

/**
 * Marks of the branches that memories were stored on, by name: that they are not merged, or were deleted without a merge.
 * Nothing of those that a state has, or that the trunk has.
 */
export async function branchMarks(
  git: Git,
  memories: readonly Pick<CheckedMemory, 'branch' | 'created_at'>[],
  at: string,
): Promise<Map<string, string>> {
  const first = new Map<string, string>();
  for (const { branch, created_at: created } of memories)
    if (branch && created < (first.get(branch) ?? '~')) first.set(branch, created);
  const marks = new Map<string, string>();
  if (first.size === 0) return marks;
  const named = [...first].slice(0, BRANCHES_MAX).map(([name, first_at]) => ({ name, first_at }));
  for (const { name, tip, state, is_witnessed: isWitnessed } of await judgeBranches(git, named)) {
    if (state === 'gone') marks.set(name, isWitnessed ? `on ${name}, deleted without a merge` : `on ${name}`);
    if (state !== 'open') continue;
    const isHere = tip !== null && (await git.run(['merge-base', '--is-ancestor', tip, at])).code === 0;
    if (!isHere) marks.set(name, `on ${name}, not merged`);
  }
  return marks;
}
