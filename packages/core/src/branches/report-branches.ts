import type { ReportBranchesBody, ReportBranchesReply } from '@memory/contracts';
import { writeBranchReport, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

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
