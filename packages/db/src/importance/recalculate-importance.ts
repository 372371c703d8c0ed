import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

interface RecalculateOptions {
  /** Id of the last memory of the page before; null at the beginning. */
  after: string | null;
  limit: number;
  at: Date;
}

/** Share of its importance that is left to a memory that was superseded or withdrawn, as long as it is. */
const SUPERSEDED = sql.raw('0.5');

const recalculatedPage = row({
  last: col.uuid.orNull`(select id from page order by id desc limit 1)`,
  changed: col.int`(select count(*) from changed)`,
});

/**
 * Recalculates the importance of a page of memories from what people gave, and writes those that changed. Ages are whole
 * UTC days since the memory was stored, changed or opened, so that a second run of the day changes nothing.
 * @returns the id of the page's last memory, null when there was none; and how many changed
 */
export async function recalculateImportance(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit, at }: RecalculateOptions,
): Promise<{ last: string | null; changed: number }> {
  const beyond = after === null ? sql`` : sql`and m.id > ${uuid(after)}`;
  const [recalculated] = await query(db, recalculatedPage)`with page as materialized (
        select m.id from memories m where m.workspace_id = ${uuid(workspaceId)} ${beyond} order by m.id
          limit ${limit}::int),
      weighed as materialized (
        select m.id, coalesce(m.base_importance, m.importance_score) base,
          case when ${holdsNoMore(uuid(workspaceId), sql`m.id`)} then ${SUPERSEDED} else 1 end
            * recalculated_importance(coalesce(m.base_importance, m.importance_score), m.confidence_score,
            c.feedback_positive_count, c.feedback_negative_count, c.access_count, c.retrieval_count,
            greatest(0, (${timestamp(at)} at time zone 'UTC')::date
              - (greatest(m.created_at, m.updated_at, c.last_accessed_at) at time zone 'UTC')::date)) importance
        from page p join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = p.id
        join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id),
      changed as (
        update memories m set importance_score = w.importance, base_importance = w.base
        from weighed w where m.workspace_id = ${uuid(workspaceId)} and m.id = w.id
          and m.importance_score <> w.importance
          -- Else a person has given another importance meanwhile.
          and coalesce(m.base_importance, m.importance_score) = w.base
        returning 1)
      select ${recalculatedPage.columns}`;
  return recalculated ?? { last: null, changed: 0 };
}
