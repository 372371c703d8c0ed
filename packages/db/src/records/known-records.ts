import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { readSaid } from '../memories/given-columns.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import { recordTables } from './record-tables.ts';

const name = row({ name: col.text`g.name` });

/** What names a row of each kind, beside the workspace. */
const NAMED: Record<RecordKind, SQL> = {
  // Whatever id its row has: others name a session by this.
  session: sql.raw('t.session_id = g.name'),
  observation: sql.raw('t.id = g.name::uuid'),
  document: sql.raw('t.id = g.name::uuid'),
  memory: sql.raw('t.id = g.name::uuid'),
  relationship: sql.raw('t.id = g.name::uuid'),
  feedback: sql.raw('t.id = g.name::uuid'),
  tombstone: sql.raw(`t.salt = split_part(g.name, '/', 1) and t.text_digest = split_part(g.name, '/', 2)`),
};

/** Which of some records are here, by what names them: sessions by their `session_id`, all others by their `id`. */
export async function listKnownRecords(
  db: Database,
  workspaceId: WorkspaceId,
  { kind, names }: { kind: RecordKind; names: readonly string[] },
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const known = await query(
    db,
    name,
    sql`select ${name.columns} from jsonb_array_elements_text(${json(names)}) g(name)
      where exists (select from ${sql.identifier(recordTables[kind].table)} t
        where t.workspace_id = ${uuid(workspaceId)} and ${NAMED[kind]})`,
  );
  return new Set(known.map((each) => each.name));
}

const knownMemory = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  content_digest: col.text`m.content_digest`,
  memory_type: col.text`m.memory_type`,
  ...readSaid('m'),
  changed_at: col.timestamp`coalesce(m.updated_at, m.created_at)`,
  revision: col.int`m.revision`,
});
export type KnownMemory = RowOf<typeof knownMemory>;

/** Memories that are here, by either of their identifiers. */
export async function listKnownMemories(
  db: Database,
  workspaceId: WorkspaceId,
  identities: readonly { id: string; memory_id: string }[],
): Promise<KnownMemory[]> {
  return query(
    db,
    knownMemory,
    // Each by its index: a join may be planned as a look through all rows of the workspace.
    sql`with given as materialized (
        select * from jsonb_to_recordset(${json(identities)}) g(id uuid, memory_id text))
      select ${knownMemory.columns} from (
        select m.id from given g join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = g.id
        union
        select m.id from given g join memories m
          on m.workspace_id = ${uuid(workspaceId)} and m.memory_id = g.memory_id) k
      cross join lateral (
        select m.* from memories m where m.workspace_id = ${uuid(workspaceId)} and m.id = k.id offset 0) m`,
  );
}

const knownDocument = row({ id: col.uuid`d.id`, identity: col.text`d.identity` });

/** Documents that are here, by what makes them the same when they are ingested again. */
export async function listDocumentsByIdentity(
  db: Database,
  workspaceId: WorkspaceId,
  identities: readonly string[],
): Promise<RowOf<typeof knownDocument>[]> {
  return query(
    db,
    knownDocument,
    sql`select ${knownDocument.columns} from jsonb_array_elements_text(${json(identities)}) g(identity)
      join documents d on d.workspace_id = ${uuid(workspaceId)} and d.identity = g.identity`,
  );
}

const sessionRowId = row({ session_id: col.text`s.session_id`, id: col.uuid`s.id` });

/** The rows of sessions, by what others name them. */
export async function listSessionRowIds(
  db: Database,
  workspaceId: WorkspaceId,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  const known = await query(
    db,
    sessionRowId,
    sql`select ${sessionRowId.columns} from jsonb_array_elements_text(${json(sessionIds)}) g(session_id)
      join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.session_id = g.session_id`,
  );
  return new Map(known.map(({ session_id, id }) => [session_id, id]));
}
