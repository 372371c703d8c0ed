import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { json, uuid } from '../sql-values.ts';

/** Columns that a later record of one that is here brings along. */
const COLUMNS = {
  sessions: [
    'project_name',
    'branch_name',
    'user_id',
    'user_email',
    'is_active',
    'ended_at',
    'summary',
    'summary_origin',
    'metadata_json',
    'updated_at',
  ],
  documents: ['title', 'tags', 'updated_at'],
  relationships: ['relationship_type', 'confidence', 'is_bidirectional', 'context'],
} as const;

const changed = row({ name: col.text`name` });

/**
 * Gives rows that are here what a record says, where it is later than they are.
 * @param options.key column that names a row
 * @param options.always also where it is not later
 * @param options.dryRun only tells which
 * @returns names of the rows that are changed
 */
export async function updateImported(
  db: Database,
  workspaceId: WorkspaceId,
  {
    table,
    key,
    rows,
    always,
    dryRun,
  }: {
    table: keyof typeof COLUMNS;
    key: 'id' | 'session_id';
    rows: readonly Record<string, unknown>[];
    always: boolean;
    dryRun: boolean;
  },
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const columns: readonly string[] = COLUMNS[table];
  const list = (alias: string) => sql.raw(columns.map((name) => `${alias}.${name}`).join(', '));
  const isLater = columns.includes('updated_at')
    ? sql`r.updated_at > coalesce(t.updated_at, t.created_at)`
    : sql`false`;
  const meant = sql`t.workspace_id = ${uuid(workspaceId)} and t.${sql.identifier(key)} = r.${sql.identifier(key)}
        and (${list('t')}) is distinct from (${list('r')}) and (${always}::bool or ${isLater})`;
  const given = sql`jsonb_array_elements(${json(rows)}) g(row)
      cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, g.row) r`;
  const name = sql`t.${sql.identifier(key)}::text name`;
  const found = await query(
    db,
    changed,
    dryRun
      ? sql`select ${changed.columns} from (select ${name} from ${sql.identifier(table)} t, ${given} where ${meant}) c`
      : sql`with c as (
          update ${sql.identifier(table)} t
          set ${sql.raw(columns.map((column) => `${column} = r.${column}`).join(', '))}
          from ${given} where ${meant} returning ${name})
        select ${changed.columns} from c`,
  );
  return new Set(found.map((each) => each.name));
}
