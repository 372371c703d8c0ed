import type { ListGlossaryReply } from '@memory/contracts';
import { listGlossaryGroups, type Workspace } from '@memory/db';
import { glossaryGroups } from '@memory/text';
import { presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** Words that mean the same in this workspace, beside those of the field. */
export async function listGlossary(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
): Promise<ListGlossaryReply> {
  const groups = await listGlossaryGroups(db, workspace.id);
  return {
    count: groups.length,
    results: groups.map((group) => ({ ...group, created_at: presentTimestamp(group.created_at) })),
    built_in: glossaryGroups.length,
  };
}
