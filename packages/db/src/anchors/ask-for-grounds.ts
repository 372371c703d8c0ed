import { sql } from 'drizzle-orm';
import { branchState } from '../branches/branch-state.ts';
import { execute, type Database } from '../database.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { projectOfMemory } from '../same-project.ts';
import { timestamp, uuidArray } from '../sql-values.ts';

/**
 * Makes the lists of a night: of what each author of some workspaces wrote the memories that are recalled most and whose code
 * changed or is gone; an index of another branch says nothing of what is not merged. What stays on its list keeps the moment it came there.
 */
export async function askForGrounds(
  db: Database,
  { workspaceIds, each, at }: { workspaceIds: readonly string[]; each: number; at: Date },
): Promise<void> {
  if (workspaceIds.length === 0) return;
  await execute(
    db,
    sql`with lost as materialized (
        select g.workspace_id, g.memory_id, row_number() over (
          partition by g.workspace_id, m.author order by c.retrieval_count desc, g.judged_at, g.memory_id) place
        from memory_grounds g
        join memories m on m.workspace_id = g.workspace_id and m.id = g.memory_id and m.author is not null
        join memory_counters c on c.workspace_id = g.workspace_id and c.memory_id = g.memory_id
        where g.workspace_id = any(${uuidArray(workspaceIds)}) and g.verdict in ('changed', 'gone')
          and c.retrieval_count > 0 and ${branchState(projectOfMemory)} is distinct from 'open' and not ${holdsNoMore(sql`g.workspace_id`, sql`g.memory_id`)}),
      wanted as (
        select g.workspace_id, g.memory_id, l.place is not null is_wanted
        from memory_grounds g
        left join lost l on l.workspace_id = g.workspace_id and l.memory_id = g.memory_id and l.place <= ${each}::int
        where g.workspace_id = any(${uuidArray(workspaceIds)}) and (g.asked_at is not null) <> (l.place is not null))
      update memory_grounds g set asked_at = case when w.is_wanted then ${timestamp(at)} end from wanted w
      where g.workspace_id = w.workspace_id and g.memory_id = w.memory_id`,
  );
}
