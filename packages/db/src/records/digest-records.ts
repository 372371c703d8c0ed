import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { recordTables } from './record-tables.ts';

/** Of a memory a digest of its content is kept, and what jobs recalculate by the clock is no change. */
const MEMORY = sql.raw(
  `row(t.id, t.content_digest, t.memory_type, coalesce(t.base_importance, t.importance_score), t.confidence_score,
    t.author, t.project, t.branch, t.commit_id, t.source_session_id, t.is_consolidated, t.consolidated_from,
    t.created_at, t.updated_at)`,
);

const digested = row({
  digest: col.text`count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended(said, 1)), 0))
    || to_hex(coalesce(bit_xor(hashtextextended(said, 2)), 0))`,
});

/** Equal as long as no record of a kind has changed: 128 bits over its rows, in no order, so that none are sorted. */
export async function digestRecords(
  db: Database,
  workspaceId: WorkspaceId,
  kind: RecordKind,
): Promise<string> {
  const { table } = recordTables[kind];
  const said: SQL = kind === 'memory' ? MEMORY : sql`t`;
  const [all] = await query(
    db,
    digested,
    sql`select ${digested.columns} from (select ${said}::text said from ${sql.identifier(table)} t
      where t.workspace_id = ${uuid(workspaceId)}) rows`,
  );
  return all?.digest ?? '';
}
