import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';
import { isMemory, type MemoryRef, type MemoryRow, readMemories } from './memory-row.ts';

export function countAccess(
  db: Database,
  workspaceId: WorkspaceId,
  { ref, at }: { ref: MemoryRef; at: Date },
): Promise<MemoryRow | undefined> {
  return count(
    db,
    workspaceId,
    ref,
    sql`access_count = c.access_count + 1, last_accessed_at = ${timestamp(at)}`,
  );
}

/** Counts that a memory appeared in a search answer; undefined when the workspace has none of this identifier. */
export function countRetrieval(
  db: Database,
  workspaceId: WorkspaceId,
  { ref }: { ref: MemoryRef },
): Promise<MemoryRow | undefined> {
  return count(db, workspaceId, ref, sql`retrieval_count = c.retrieval_count + 1`);
}

interface NewFeedback {
  id: string;
  ref: MemoryRef;
  useful: boolean;
  context: string | null;
  /** External id of a session; one that is not of this workspace is ignored. */
  sessionId: string | null;
  at: Date;
}

export function insertFeedback(
  db: Database,
  workspaceId: WorkspaceId,
  { id, ref, useful, context, sessionId, at }: NewFeedback,
): Promise<MemoryRow | undefined> {
  const counter = sql.raw(useful ? 'feedback_positive_count' : 'feedback_negative_count');
  return count(
    db,
    workspaceId,
    ref,
    sql`${counter} = c.${counter} + 1`,
    sql`, kept as (
      insert into feedback (workspace_id, id, memory_id, useful, context, session_id, created_at)
      select workspace_id, ${uuid(id)}, memory_id, ${useful}::bool, ${nullable(context, 'text')}, (
        select s.session_id from sessions s
        where s.workspace_id = ${uuid(workspaceId)} and s.session_id = ${nullable(sessionId, 'text')}
      ), ${timestamp(at)} from counted)`,
  );
}

/** Takes the last such feedback back and counts it no more; undefined when the workspace has no memory of this identifier. */
export async function deleteFeedback(
  db: Database,
  workspaceId: WorkspaceId,
  { ref, useful }: Pick<NewFeedback, 'ref' | 'useful'>,
): Promise<MemoryRow | undefined> {
  const counter = sql.raw(useful ? 'feedback_positive_count' : 'feedback_negative_count');
  const [counted] = await readMemories(db, workspaceId, {
    expressions: sql`taken as (
      delete from feedback f using (
        select v.id from feedback v join memories m on m.workspace_id = v.workspace_id and m.id = v.memory_id
        where ${isMemory(workspaceId, ref)} and v.useful = ${useful}::bool
        order by v.created_at desc, v.id desc limit 1 for update of v) last
      where f.workspace_id = ${uuid(workspaceId)} and f.id = last.id returning f.id),
    counted as (
      update memory_counters c set ${counter} = greatest(0, c.${counter} - (select count(*)::int from taken))
      from memories m where ${isMemory(workspaceId, ref)} and c.workspace_id = m.workspace_id and c.memory_id = m.id
      returning c.*)`,
    picked: sql`select memory_id id, 1 place, null::json extra from counted`,
    counters: sql`counted`,
  });
  return counted?.memory;
}

async function count(
  db: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
  assignment: SQL,
  further: SQL = sql``,
): Promise<MemoryRow | undefined> {
  const [counted] = await readMemories(db, workspaceId, {
    expressions: sql`counted as (
      update memory_counters c set ${assignment} from memories m
      where ${isMemory(workspaceId, ref)} and c.workspace_id = m.workspace_id and c.memory_id = m.id
      returning c.*)${further}`,
    picked: sql`select memory_id id, 1 place, null::json extra from counted`,
    counters: sql`counted`,
  });
  return counted?.memory;
}
