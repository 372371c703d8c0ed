import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { noted } from '../history/change-source.ts';
import { json, timestamp, uuid } from '../sql-values.ts';

const memoryToJudge = row({
  id: col.uuid`m.id`,
  title: col.text`m.title`,
  /** The first 1,500 characters. */
  narrative: col.text`left(m.narrative, 1500)`,
  content_digest: col.text`m.content_digest`,
});
type MemoryToJudge = RowOf<typeof memoryToJudge>;

/** Memories of type `general` that no model has judged in their present content, the oldest first. */
export async function listMemoriesToJudge(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<MemoryToJudge[]> {
  return query(db, memoryToJudge)`select ${memoryToJudge.columns}
      from memories m where m.workspace_id = ${uuid(workspaceId)} and m.memory_type = 'general'
        and m.judged_digest is distinct from m.content_digest and m.id not in (
          select t.memory_id from type_changes t
          where t.workspace_id = ${uuid(workspaceId)} and t.memory_id is not null and t.undone_at is not null)
      order by m.created_at, m.id limit ${limit}::int`;
}

interface MemoryJudgement {
  id: string;
  /** Digest of the content that was judged: a memory that has changed since is judged anew. */
  content_digest: string;
  /** Null: it stays `general`. */
  to_type: string | null;
  /** 0..1 */
  confidence: number;
  reason: string;
}

/** Writes what a model judged, with the record of each change, in one statement. @returns how many were changed */
export async function applyMemoryJudgements(
  db: Database,
  workspaceId: WorkspaceId,
  { judgements, at }: { judgements: readonly MemoryJudgement[]; at: Date },
): Promise<number> {
  const workspace = uuid(workspaceId);
  return execute(db)`with judged as materialized (
        select * from jsonb_to_recordset(${json(judgements)}) j(
          id uuid, content_digest text, to_type text, confidence float8, reason text)),
      changed as (
        update memories m set judged_digest = j.content_digest, memory_type = coalesce(j.to_type, m.memory_type)
        from judged j where m.workspace_id = ${workspace} and m.id = j.id and m.memory_type = 'general'
          and m.content_digest = j.content_digest and m.judged_digest is distinct from m.content_digest and ${noted()}
        returning m.id, j.to_type, j.confidence, j.reason),
      recorded as (
        insert into type_changes (workspace_id, id, memory_id, from_type, to_type, method, reason, confidence,
          created_at)
        select ${workspace}, gen_random_uuid(), id, 'general', to_type, 'model', reason, confidence, ${timestamp(at)}
        from changed where to_type is not null)
      select 1 as changed from changed where to_type is not null`;
}
