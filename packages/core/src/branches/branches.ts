import {
  BRANCHES_MAX,
  type ListBranchesQuery,
  type ListBranchesReply,
  type ReportBranchesBody,
  type ReportBranchesReply,
} from '@memory/contracts';
import { listOpenBranches, type Workspace, writeBranchReport } from '@memory/db';
import { withMoments } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

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

export async function listBranches(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { project }: ListBranchesQuery,
): Promise<ListBranchesReply> {
  const found = await listOpenBranches(db, workspace.id, { project, limit: BRANCHES_MAX });
  return { results: found.map(withMoments) };
}

/** Takes from a clone what became of branches: memories of merged ones hold for everybody, those of abandoned ones say so. */
export async function reportBranches(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { project, clone, branches }: ReportBranchesBody,
): Promise<ReportBranchesReply> {
  const last = [...new Map(branches.map((branch) => [branch.name, branch])).values()];
  const ended = await db.transaction((tx) =>
    writeBranchReport(tx, workspace.id, { project, clone, branches: last, at: clock() }),
  );
  const named = (outcome: 'merged' | 'abandoned') =>
    ended.filter((branch) => branch.outcome === outcome).map(({ name }) => name);
  return { merged: named('merged'), abandoned: named('abandoned') };
}
