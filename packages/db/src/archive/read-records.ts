import { sql, type SQL } from 'drizzle-orm';
import { PROVENANCE_NAMES, type RecordKind } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isThere } from '../is-there.ts';
import { readSaid } from '../memories/given-columns.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { readRowsPage } from '../table-rows.ts';
import { archivedTables, isDerivedKind, type ArchivedTable, type DerivedKind } from './archived-tables.ts';
import { recordTables, type StoredRecord } from './record-tables.ts';

/** Bytes of JSON a page, of the 6 MB that a function may answer. */
const PAGE_BYTES = 2_000_000;

/** @returns `next` is null when no record follows */
export async function readRecords(
  db: Database,
  workspaceId: WorkspaceId,
  { kind, after }: { kind: RecordKind | DerivedKind; after: string | null },
): Promise<{ records: StoredRecord[]; next: string | null }> {
  const { rows, next } = await readRowsPage(db, workspaceId, {
    ...(isDerivedKind(kind) ? { table: kind, body: rowOf(kind) } : recordTables()[kind]),
    bytes: PAGE_BYTES,
    // The key of every table begins with the workspace. That of tombstones has two more parts.
    after:
      after === null
        ? null
        : [workspaceId, ...(isDerivedKind(kind) ? (JSON.parse(after) as string[]) : after.split('/'))],
  });
  const own = next?.slice(1);
  return {
    records: rows.map(({ body }) => body),
    next: own ? (isDerivedKind(kind) ? JSON.stringify(own) : own.join('/')) : null,
  };
}

/** A row of a table that holds what follows from records: its columns, and the name of the table. */
function rowOf(table: DerivedKind) {
  const { without = [] }: ArchivedTable = archivedTables[table];
  const left = ['workspace_id', ...without].map((name) => sql.raw(`'${name}'`));
  return col.json<StoredRecord>()`(to_jsonb(t) - array[${sql.join(left, sql`, `)}]
    || jsonb_build_object('record', ${sql.raw(`'${table}'`)}))`;
}

/** Whether a workspace holds nothing that an archive would; its statistics have a row from the beginning. */
export async function isWorkspaceEmpty(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  const filled = Object.keys(archivedTables)
    .filter((table) => table !== 'workspace_statistics')
    .map((table) => sql`select from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)}`);
  return !(await isThere(db, sql.join(filled, sql` union all `)));
}

/** The digested part of a kind, if not all: values that jobs find or recalculate are no change of a record. */
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
  const { table } = recordTables()[kind];
  const { columns = sql`t`, where = sql`true` } = SAID[kind] ?? {};
  const [all] = await query(db, digested)`
    select ${digested.columns} from (select ${columns}::text said from ${sql.identifier(table)} t
      where t.workspace_id = ${uuid(workspaceId)} and ${where}) rows`;
  return all?.digest ?? '';
}
