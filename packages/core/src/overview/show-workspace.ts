import type { OperationInput, WorkspaceOverview } from '@memory/contracts';
import { listUsage, readOverview, type Workspace } from '@memory/db';
import { presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

const PEOPLE_SHOWN = 5;

/** What a workspace holds, who brought it, who asks for it, and how it is embedded. */
export async function showWorkspace(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { id }: Workspace,
  { days }: Pick<OperationInput<'showWorkspace'>, 'days'>,
): Promise<WorkspaceOverview> {
  const since = new Date(clock().getTime() - days * DAY_MS);
  const [overview, usage] = await Promise.all([
    readOverview(db, id, { since, form: settings.memoryIdForm }),
    listUsage(db, id),
  ]);
  const { learnt, helped, told, agents, memories, sessions, documents, symbols, ...embedding } = overview;
  return {
    learnt,
    helped: helped.map((each) => ({
      ...each,
      created_at: presentTimestamp(each.created_at),
      said_at: presentTimestamp(each.said_at),
    })),
    told,
    agents: agents.map((each) => ({
      ...each,
      // A slice in SQL has a colon, which the Data API takes for a parameter.
      people: each.people.slice(0, PEOPLE_SHOWN),
      last_seen_at: presentTimestamp(each.last_seen_at),
    })),
    holds: { memories, sessions, documents, symbols },
    embedding,
    usage: usage.map((each) => ({ ...each, last_used_at: presentOptionalTimestamp(each.last_used_at) })),
  };
}
