import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';

const statistics = row({ memories: col.int`memories` });

/** Above this, words are counted in about so many of the memories: in 1,000,000 it takes longer than the Data API waits. */
const SAMPLED = 100_000;

/**
 * Counts a workspace's memories and in how many of them each word stands, anew: counting at each write would lock the
 * rows of common words. Only what changed is written. 0.2 s for 10,000 memories, 1.4 s for 100,000.
 * @param options.sampled words are counted in about so many memories at most, and what they count for all is worked out
 * @returns the number of memories
 */
export async function refreshStatistics(
  db: Database,
  workspaceId: WorkspaceId,
  { sampled = SAMPLED }: { sampled?: number } = {},
): Promise<number> {
  const [refreshed] = await query(db, statistics)`with workspace as materialized (
        select id from workspaces where id = ${uuid(workspaceId)} for key share),
      sample as materialized (
        select least(256, ceil(256 * ${sampled}::float8 / greatest(count(*), 1)))::int share from memories
        where workspace_id = ${uuid(workspaceId)}),
      fresh as materialized (
        select word lexeme, round(ndoc * 256.0 / share)::int frequency
        from sample, ts_stat(format('select search_text from memories where workspace_id = %L', ${uuid(workspaceId)})
          || case when share < 256 then format(' and get_byte(uuid_send(id), 15) < %s', share) else '' end)
        where ndoc > 1),
      gone as (
        delete from lexeme_frequencies f where f.workspace_id = ${uuid(workspaceId)}
          and not exists (select from fresh where fresh.lexeme = f.lexeme)),
      written as (
        insert into lexeme_frequencies as f (workspace_id, lexeme, frequency)
        select id, lexeme, frequency from fresh, workspace order by lexeme
        on conflict (workspace_id, lexeme) do update set frequency = excluded.frequency
          where f.frequency <> excluded.frequency),
      counted as (
        update workspace_statistics s set memories = m.n, average_length = m.length, refreshed_at = now(),
          changes = 0, upkeep_asked_at = null
        from (select count(*)::int n, coalesce(avg(term_count), 1)::real length from memories
          where workspace_id = ${uuid(workspaceId)}) m
        where s.workspace_id = ${uuid(workspaceId)} returning s.memories)
      select ${statistics.columns} from counted`;
  return refreshed?.memories ?? 0;
}
