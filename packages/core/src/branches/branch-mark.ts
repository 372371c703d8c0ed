/** Branches that say nothing: what is stored on them holds for everybody. */
const TRUNKS = new Set(['main', 'master', 'trunk', 'develop']);

interface OfBranch {
  branch: string | null;
  branch_state: 'open' | 'merged' | 'abandoned' | null;
}

/** Mark of the branch that a memory was stored on; null where it holds for everybody. */
export function branchMark({ branch, branch_state: state }: OfBranch): string | null {
  if (branch === null || branch === '' || state === 'merged' || TRUNKS.has(branch)) return null;
  if (state === 'abandoned') return `${branch}, deleted without a merge`;
  return state === 'open' ? `${branch}, not merged` : branch;
}
