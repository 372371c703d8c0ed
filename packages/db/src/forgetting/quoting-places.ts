import { sql, type SQL } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { json, textArray, uuid } from '../sql-values.ts';
import { describeTable, readRowsPage, type RowsPage, keyColumns, keyValues } from '../table-rows.ts';

interface QuotingPlace {
  /** Texts of row `t`, as JSON. */
  texts: SQL;
  /** Of what it is: identifiers of memories and sessions, a list of texts. */
  owners?: SQL;
  /** Change of a row that quotes; absent: its caller sees to it. */
  cleaned?: 'deleted' | SQL;
}

/** In the order in which they are cleaned. */
export const quotingPlaces = {
  observations: {
    texts: sql`json_build_object('content', t.content)`,
    owners: sql`array(select c.memory_id::text from memory_sources c
        where c.workspace_id = t.workspace_id and c.observation_id = t.id)
      || array(select s.session_id from sessions s where s.workspace_id = t.workspace_id and s.id = t.session_row_id)`,
    cleaned: 'deleted',
  },
  sessions: {
    texts: sql`json_build_object('summary', t.summary, 'metadata', t.metadata_json)`,
    owners: sql`array[t.session_id]`,
  },
  memory_changes: {
    texts: sql`json_build_object('before', t.before)`,
    owners: sql`array[t.memory_row_id::text]`,
    cleaned: 'deleted',
  },
  feedback: { texts: sql`json_build_object('context', t.context)`, cleaned: sql`context = null` },
  relationships: { texts: sql`json_build_object('context', t.context)`, cleaned: sql`context = null` },
  idempotent_replies: { texts: sql`json_build_object('body', t.body)`, cleaned: 'deleted' },
  documents: {
    texts: sql`json_build_object('title', t.title)`,
    cleaned: sql`title = coalesce(t.source, 'Untitled')`,
  },
  document_sections: {
    texts: sql`json_build_object('heading', array_to_string(t.heading_path, ' '))`,
    cleaned: sql`heading_path = '{}'`,
  },
  // Other memories that quote one stay, and are told.
  memories: {
    texts: sql`json_build_object('memory_id', t.memory_id, 'title', t.title,
      'said', array[t.narrative] || t.tags || t.concepts || t.source_files)`,
    owners: sql`array[t.id::text]`,
  },
} satisfies Record<string, QuotingPlace>;
export type QuotingPlaceName = keyof typeof quotingPlaces;

const place = (name: QuotingPlaceName): QuotingPlace => quotingPlaces[name];

/** Bytes of JSON a page. */
const PAGE_BYTES = 500_000;

const none = sql`array[]::text[]`;

export interface QuotingRow {
  texts: Record<string, unknown>;
  owners: string[];
}

/**
 * The next rows of a place, with what they say and what they are of.
 * @param options.near words in lower case: only rows that hold one of them, or are of one; absent: all rows
 */
export async function readPlacePage(
  db: Database,
  workspaceId: WorkspaceId,
  {
    name,
    near,
    after,
  }: { name: QuotingPlaceName; near: readonly string[] | undefined; after: readonly string[] | null },
): Promise<RowsPage<QuotingRow>> {
  const { texts, owners = none } = place(name);
  const body = row({
    texts: col.json<Record<string, unknown>>()`${texts}`,
    owners: col.textList`${owners}`,
  });
  return readRowsPage(db, workspaceId, {
    table: name,
    body,
    bytes: PAGE_BYTES,
    after,
    // Lower case is made once a row.
    where:
      near &&
      sql`exists (select from (select lower(${body.json}::text) said offset 0) r,
        unnest(${textArray(near)}) w(word) where position(w.word in r.said) > 0)`,
  });
}

/** Leaves nothing of the texts of these rows; of what is deleted or emptied is for the place to say. */
export async function cleanPlace(
  db: Database,
  workspaceId: WorkspaceId,
  { name, keys }: { name: QuotingPlaceName; keys: readonly (readonly string[])[] },
): Promise<void> {
  const { cleaned } = place(name);
  if (cleaned === undefined || keys.length === 0) return;
  const { key } = await describeTable(db, name);
  const target = sql`${sql.identifier(name)} t`;
  await execute(db)`
    ${cleaned === 'deleted' ? sql`delete from ${target}` : sql`update ${target} set ${cleaned}`}
      where t.workspace_id = ${uuid(workspaceId)} and (${keyColumns(key)}) in (
        select ${keyValues(key, sql`g.key`)} from jsonb_array_elements(${json(keys)}) g(key))`;
}
