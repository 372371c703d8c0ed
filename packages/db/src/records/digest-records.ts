import { sql, type SQL } from 'drizzle-orm';
import { PROVENANCE_NAMES, type RecordKind } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { readSaid } from '../memories/given-columns.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { recordTables } from './record-tables.ts';

/** What of a row is digested where that is not all: what jobs find out and recalculate is no change of a record. */
const SAID: Partial<Record<RecordKind, { columns: SQL; where?: SQL }>> = {
  // Of its content a digest is kept.
  memory: {
    columns: sql`row(t.id, t.content_digest, t.memory_type, ${sql.join(
      Object.values(readSaid('t')).map(({ json }) => json),
      sql`, `,
    )}, ${sql.raw(PROVENANCE_NAMES.map((name) => `t.${name}`).join(', '))},
      t.source_session_id, t.is_consolidated, t.consolidated_from, t.created_at, t.updated_at)`,
  },
  relationship: {
    columns: sql.raw('row(t.id, t.source_id, t.target_id, t.relationship_type, t.context, t.created_at)'),
    where: sql.raw(`t.discovery_method = 'manual'`),
  },
};

const digested = row({
  digest: col.text`count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended(said, 1)), 0))
    || to_hex(coalesce(bit_xor(hashtextextended(said, 2)), 0))`,
});

/**
 * Equal as long as no record of a kind has changed, discovered relationships aside: 128 bits over its rows, in no order, so
 * that none are sorted.
 */
export async function digestRecords(
  db: Database,
  workspaceId: WorkspaceId,
  kind: RecordKind,
): Promise<string> {
  const { table } = recordTables[kind];
  const { columns = sql`t`, where = sql`true` } = SAID[kind] ?? {};
  const [all] = await query(
    db,
    digested,
    sql`select ${digested.columns} from (select ${columns}::text said from ${sql.identifier(table)} t
      where t.workspace_id = ${uuid(workspaceId)} and ${where}) rows`,
  );
  return all?.digest ?? '';
}
