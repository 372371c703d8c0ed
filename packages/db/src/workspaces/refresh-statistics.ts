import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';

const statistics = row({ memories: col.int`memories` });

/**
 * Counts a workspace's memories and in how many of them each word stands, anew: counting at each write would lock the
 * rows of common words. Only what changed is written. 0.2 s for 10,000 memories, 1.4 s for 100,000.
 * @returns the number of memories
 */
export async function refreshStatistics(db: Database, workspaceId: WorkspaceId): Promise<number> {
  const [refreshed] = await query(
    db,
    statistics,
    // A word in one memory needs no row: a word without one counts as rare.
    sql`with fresh as materialized (
        select word lexeme, ndoc frequency
        from ts_stat(format('select search_text from memories where workspace_id = %L', ${uuid(workspaceId)}))
        where ndoc > 1),
      gone as (
        delete from lexeme_frequencies f where f.workspace_id = ${uuid(workspaceId)}
          and not exists (select from fresh where fresh.lexeme = f.lexeme)),
      written as (
        insert into lexeme_frequencies as f (workspace_id, lexeme, frequency)
        select ${uuid(workspaceId)}, lexeme, frequency from fresh order by lexeme
        on conflict (workspace_id, lexeme) do update set frequency = excluded.frequency
          where f.frequency <> excluded.frequency),
      counted as (
        update workspace_statistics s set memories = m.n, average_length = m.length, refreshed_at = now(),
          changes = 0, upkeep_asked_at = null
        from (select count(*)::int n, coalesce(avg(term_count), 1)::real length from memories
          where workspace_id = ${uuid(workspaceId)}) m
        where s.workspace_id = ${uuid(workspaceId)} returning s.memories)
      select ${statistics.columns} from counted`,
  );
  return refreshed?.memories ?? 0;
}
