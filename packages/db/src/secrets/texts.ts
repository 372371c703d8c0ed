import { sql, type SQL } from 'drizzle-orm';
import { type Database, type WorkspaceId, query } from '../database.ts';
import { unnoted } from '../history/change-source.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import {
  readRowsPage,
  type RowsPage,
  describeTable,
  keyColumns,
  keyTexts,
  keyValues,
} from '../table-rows.ts';

/** The swept columns of row `t` as a JSON object. */
const textsOf = (table: SweptTableName): SQL =>
  sql`jsonb_build_object(${sql.join(
    sweptTables[table].columns.map((name) => sql`${sql.raw(`'${name}'`)}, t.${sql.identifier(name)}`),
    sql`, `,
  )})`;

/** Says whether they are still what was read. */
const textsDigest = (table: SweptTableName): SQL => sql`md5(${textsOf(table)}::text)`;

/** Bytes of JSON a page: all of it may be written back in one statement, with search texts, within 4 MB. */
const PAGE_BYTES = 500_000;

const storedTexts = (table: SweptTableName) =>
  row({
    digest: col.text`${textsDigest(table)}`,
    columns: col.json<Record<string, unknown>>()`${textsOf(table)}`,
  });
/** The next rows of a workspace in a table, of each what a caller or a model gave. */
export async function readTextsPage(
  db: Database,
  workspaceId: WorkspaceId,
  { table, after }: { table: SweptTableName; after: readonly string[] | null },
): Promise<RowsPage<RowOf<ReturnType<typeof storedTexts>>>> {
  return readRowsPage(db, workspaceId, { table, body: storedTexts(table), bytes: PAGE_BYTES, after });
}

interface RewrittenTexts {
  key: readonly string[];
  /** Of what was read: a row that has changed since is left alone. */
  digest: string;
  /** New values; the same columns in every row. */
  columns: Record<string, unknown>;
}

/** Writes texts over, or deletes their rows where the table says so, in one statement. @returns keys of the rows written */
export async function rewriteTexts(
  db: Database,
  workspaceId: WorkspaceId,
  { table, rows }: { table: SweptTableName; rows: readonly RewrittenTexts[] },
): Promise<string[][]> {
  const { key } = await describeTable(db, table);
  const written = row({ key: col.json<string[]>()`${keyTexts(key)}` });
  const { deletes = false }: SweptTable = sweptTables[table];
  const names = Object.keys(rows[0]?.columns ?? {}).map((name) => sql.identifier(name));
  const target = sql.identifier(table);
  const assignments = [
    ...names.map((name) => sql`${name} = (g.texts).${name}`),
    // As a change of the content does: who read it before must read it again.
    ...(table === 'memories' ? [sql`revision = t.revision + 1`] : []),
  ];
  const answer = await query(db, written)`with given as materialized (
        select g.row, jsonb_populate_record(null::${target}, g.row -> 'columns') texts
        from jsonb_array_elements(${json(rows)}) g(row))
      ${
        deletes
          ? sql`delete from ${target} t using given g`
          : sql`update ${target} t set ${sql.join(assignments, sql`, `)} from given g`
      }
      where t.workspace_id = ${uuid(workspaceId)} and (${keyColumns(key)}) = (${keyValues(key, sql`(g.row -> 'key')`)})
        and ${textsDigest(table)} = g.row ->> 'digest' and ${unnoted()}
      returning ${written.columns}`;
  return answer.map((row) => row.key);
}

export interface SweptTable {
  /** The columns that hold it: text, lists of text, or JSON. */
  columns: readonly string[];
  jsonText?: readonly string[];
  /** A row that holds a secret goes: it is a copy, kept for a day. */
  deletes?: boolean;
}

/**
 * Where the sweep looks for secrets. Identifiers that others refer to (session ids, origins, paths and names of code)
 * are not here: replaced, two could become one.
 */
export const sweptTables = {
  // Before memories: once one of these held a secret, all names of groups go.
  memory_counters: { columns: ['community_label'] },
  memories: {
    columns: [
      'title',
      'narrative',
      'tags',
      'concepts',
      'source_files',
      'author',
      'project',
      'branch',
      'commit_id',
    ],
  },
  sessions: {
    columns: [
      'project_name',
      'branch_name',
      'user_id',
      'user_email',
      'author',
      'summary',
      'metadata_json',
      'import_batch',
    ],
  },
  observations: { columns: ['content', 'files', 'kind', 'tool_name', 'event_id'] },
  relationships: { columns: ['context', 'settled_by'] },
  unanswered_questions: { columns: ['question'], deletes: true },
  glossary_groups: { columns: ['terms', 'author'] },
  feedback: { columns: ['context'] },
  memory_grounds: { columns: ['reason', 'settled_by'] },
  ground_settlements: { columns: ['context', 'settled_by'] },
  documents: {
    // The identity is made of source or title, and changes as that of the masked document would.
    columns: ['identity', 'title', 'source', 'document_type', 'deliverable_id', 'tags'],
    jsonText: ['identity'],
  },
  document_sections: { columns: ['key', 'heading_path'] },
  document_uploads: { columns: ['defaults', 'errors', 'failure'] },
  memory_changes: { columns: ['before', 'author', 'via', 'batch'] },
  type_changes: { columns: ['reason'] },
  embedding_refusals: { columns: ['reason'] },
  job_attempts: { columns: ['payload', 'last_error'] },
  code_symbols: { columns: ['signature', 'doc', 'value'] },
  memory_anchors: { columns: ['value'] },
  workspace_exports: { columns: ['file', 'author'] },
  idempotent_replies: { columns: ['idempotency_key', 'body'], jsonText: ['body'], deletes: true },
} as const satisfies Record<string, SweptTable>;
export type SweptTableName = keyof typeof sweptTables;

export const isSweptTable = (name: string): name is SweptTableName => Object.hasOwn(sweptTables, name);
