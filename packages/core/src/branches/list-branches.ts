import { BRANCHES_MAX, type ListBranchesQuery, type ListBranchesReply } from '@memory/contracts';
import { listOpenBranches, type Workspace } from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** Branches of a project of which nobody has said yet what became of them. */
export async function listBranches(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { project }: ListBranchesQuery,
): Promise<ListBranchesReply> {
  const found = await listOpenBranches(db, workspace.id, { project, limit: BRANCHES_MAX });
  return {
    results: found.map(({ first_at, ...branch }) => ({ ...branch, first_at: presentTimestamp(first_at) })),
  };
}
