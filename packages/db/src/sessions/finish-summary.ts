import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { insertMemoriesExpressions, type NewMemory } from '../memories/insert-memories.ts';
import { json, nullable, timestamp, uuid, idKeys } from '../sql-values.ts';

interface FinishedSummary {
  id: string;
  /** The count that `beginSummary` told: when it has changed, another delivery has finished and nothing is written. */
  summarizedCount: number | null;
  /** Observations that are worked through from now on. */
  newSummarizedCount: number;
  summary: string;
  memories: readonly NewMemory[];
  /** Which observations a memory comes from, new or stored before. */
  sources: readonly { memory_id: string; observation_id: string }[];
  /** Discovered edges of consolidations. */
  supersedes: readonly { id: string; source_id: string; target_id: string }[];
  observationIds: readonly string[];
  /** When the sweep looks again if observations arrived meanwhile. */
  nextDueAt: Date;
  at: Date;
}

/**
 * Writes all that a session came to, in one statement: all of it or nothing, and once however often it is delivered. A
 * summary that a caller gave stays.
 * @returns whether it was written
 */
export async function finishSummary(
  db: Database,
  workspaceId: WorkspaceId,
  finished: FinishedSummary,
): Promise<boolean> {
  const workspace = uuid(workspaceId);
  const written = await execute(db)`with finished as (
        update sessions s set
          summary = case when s.summary_origin = 'caller' then s.summary else ${finished.summary}::text end,
          summary_origin = coalesce(s.summary_origin, 'job'),
          summarized_count = ${finished.newSummarizedCount}::int, summary_attempts = 0,
          requested_count = greatest(s.requested_count, ${finished.newSummarizedCount}::int),
          summary_due_at = case when s.observation_count > ${finished.newSummarizedCount}::int
            then ${timestamp(finished.nextDueAt)} end
        where s.workspace_id = ${workspace} and s.id = ${uuid(finished.id)}
          and s.summarized_count is not distinct from ${nullable(finished.summarizedCount, 'int')}
        returning 1),
      ${insertMemoriesExpressions(workspaceId, finished.memories, { condition: sql`exists (select from finished)` })},
      processed as (
        update observations o set processed_at = ${timestamp(finished.at)}
        from ${idKeys(finished.observationIds, 'k')}
        -- Behind coalesce, so that the index of what is pending is not taken for shorter.
        where o.workspace_id = ${workspace} and o.id = k.id and coalesce(o.processed_at is null, false) and exists (select from finished)),
      cited as (
        insert into memory_sources (workspace_id, memory_id, observation_id)
        select ${workspace}, c.memory_id, c.observation_id
        from jsonb_to_recordset(${json(finished.sources)}) c(memory_id uuid, observation_id uuid)
        where exists (select from finished) on conflict do nothing),
      linked as (
        insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, context, created_at)
        select ${workspace}, l.id, l.source_id, l.target_id, 'supersedes', 'session_context', 1, false, null,
          ${timestamp(finished.at)}
        from jsonb_to_recordset(${json(finished.supersedes)}) l(id uuid, source_id uuid, target_id uuid)
        where exists (select from finished) on conflict do nothing)
      select 1 as finished from finished`;
  return written > 0;
}
