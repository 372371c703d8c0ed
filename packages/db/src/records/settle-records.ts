import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Counts votes that came with an import to those of their memories. */
export async function countFeedback(
  db: Database,
  workspaceId: WorkspaceId,
  feedbackIds: readonly string[],
): Promise<void> {
  await execute(
    db,
    sql`update memory_counters c set feedback_positive_count = c.feedback_positive_count + v.positive,
        feedback_negative_count = c.feedback_negative_count + v.negative
      from (
        select f.memory_id, (count(*) filter (where f.useful))::int positive,
          (count(*) filter (where not f.useful))::int negative
        from feedback f where f.workspace_id = ${uuid(workspaceId)} and f.id = any(${uuidArray(feedbackIds)})
        group by f.memory_id) v
      where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = v.memory_id`,
  );
}

/** Counts the sections of documents anew. */
export async function countSections(
  db: Database,
  workspaceId: WorkspaceId,
  documentIds: readonly string[],
): Promise<void> {
  await execute(
    db,
    sql`update documents d set section_count = (select count(*)::int from document_sections s
        where s.workspace_id = d.workspace_id and s.document_id = d.id)
      where d.workspace_id = ${uuid(workspaceId)} and d.id = any(${uuidArray(documentIds)})`,
  );
}
