import type { ListGroundsQuery, ListGroundsReply } from '@memory/contracts';
import { listGrounds as readGrounds, type Workspace } from '@memory/db';
import { branchMark } from '../branches/branch-mark.ts';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** Memories whose code changed or is gone, the most recalled first; or those of which somebody said what becomes of them. */
export async function listGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { state, author, limit, offset }: ListGroundsQuery,
): Promise<ListGroundsReply> {
  const { count, grounds } = await readGrounds(db, workspace.id, { state, author, limit, offset });
  const identify = identifyIn(settings.memoryIdForm);
  return {
    count,
    results: grounds.map(({ id, memory_id, created_at, settlement, branch, branch_state, ...shown }) => ({
      memory: identify({ id, memory_id }),
      ...shown,
      branch: branchMark({ branch, branch_state }),
      created_at: presentTimestamp(created_at),
      settlement: settlement && { ...settlement, settled_at: presentTimestamp(settlement.settled_at) },
    })),
  };
}
