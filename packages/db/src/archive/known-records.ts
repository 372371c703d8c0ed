import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { lookUp } from '../look-up.ts';
import { readSaid } from '../memories/given-columns.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, textKeys, uuid } from '../sql-values.ts';
import { recordTables } from './record-tables.ts';

const name = row({ name: col.text`g.id` });

/** Condition on the id by kind, beside the workspace. */
const NAMED: Record<RecordKind, SQL> = {
  // Others name a session by this, whatever id its row has.
  session: sql.raw('t.session_id = g.id'),
  observation: sql.raw('t.id = g.id::uuid'),
  document: sql.raw('t.id = g.id::uuid'),
  memory: sql.raw('t.id = g.id::uuid'),
  relationship: sql.raw('t.id = g.id::uuid'),
  feedback: sql.raw('t.id = g.id::uuid'),
  tombstone: sql.raw(`t.salt = split_part(g.id, '/', 1) and t.text_digest = split_part(g.id, '/', 2)`),
};

/** Which of some records are here, by what names them: sessions by their `session_id`, all others by their `id`. */
export async function listKnownRecords(
  db: Database,
  workspaceId: WorkspaceId,
  { kind, names }: { kind: RecordKind; names: readonly string[] },
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const known = await query(db, name)`select ${name.columns} from ${textKeys(names, 'g')}
      ${lookUp(recordTables()[kind].table, 't', sql`t.workspace_id = ${uuid(workspaceId)} and ${NAMED[kind]}`)}`;
  return new Set(known.map((each) => each.name));
}

const knownMemory = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  content_digest: col.text`m.content_digest`,
  memory_type: col.text`m.memory_type`,
  ...readSaid('m'),
  created_at: col.timestamp`m.created_at`,
  updated_at: col.timestamp.orNull`m.updated_at`,
  revision: col.int`m.revision`,
});
export type KnownMemory = RowOf<typeof knownMemory>;

export async function listKnownMemories(
  db: Database,
  workspaceId: WorkspaceId,
  identities: readonly { id: string; memory_id: string }[],
): Promise<KnownMemory[]> {
  const workspace = uuid(workspaceId);
  return query(db, knownMemory)`with given as materialized (
        select * from jsonb_to_recordset(${json(identities)}) g(id uuid, memory_id text))
      select ${knownMemory.columns} from (
        select m.id from given g ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.id = g.id`)}
        union
        select m.id from given g
        ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.memory_id = g.memory_id`)}) k
      ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.id = k.id`)}`;
}

const alike = row({ id: col.uuid`i.id` });

/** Which of some memories say what another memory says in the same words, whatever their case and spacing. */
export async function listSaidElsewhere(
  db: Database,
  workspaceId: WorkspaceId,
  memories: readonly { id: string; title: string; narrative: string }[],
): Promise<Set<string>> {
  const given = memories.map(({ id, title, narrative }) => ({ id, title, narrative }));
  const said = await query(db, alike)`
    select ${alike.columns} from jsonb_to_recordset(${json(given)}) i(id uuid, title text, narrative text)
      where exists (select from memories o where o.workspace_id = ${uuid(workspaceId)} and o.id <> i.id
        and memory_text_key(o.title, o.narrative) = memory_text_key(i.title, i.narrative) offset 0)`;
  return new Set(said.map(({ id }) => id));
}

const declared = row({ source: col.uuid`r.source_id`, target: col.uuid`r.target_id` });

/** Declared relationships that have the ends of some, in either direction. */
export async function listDeclaredBetween(
  db: Database,
  workspaceId: WorkspaceId,
  pairs: readonly { source: string; target: string }[],
): Promise<RowOf<typeof declared>[]> {
  const given = pairs.map(({ source, target }) => ({ source, target }));
  return query(db, declared)`
    select distinct ${declared.columns} from jsonb_to_recordset(${json(given)}) g(source uuid, target uuid)
      cross join lateral (values (g.source, g.target), (g.target, g.source)) e(source, target)
      ${lookUp(
        'relationships',
        'r',
        sql`r.workspace_id = ${uuid(workspaceId)} and r.source_id = e.source and r.target_id = e.target
          and r.discovery_method = 'manual'`,
      )}`;
}

const knownSession = row({
  session_id: col.text`s.session_id`,
  id: col.uuid`s.id`,
  is_imported: col.bool`s.imported_at is not null`,
});
export async function listKnownSessions(
  db: Database,
  workspaceId: WorkspaceId,
  sessionIds: readonly string[],
): Promise<Map<string, RowOf<typeof knownSession>>> {
  const known = await query(db, knownSession)`select ${knownSession.columns} from ${textKeys(sessionIds, 'g')}
      join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.session_id = g.id`;
  return new Map(known.map((session) => [session.session_id, session]));
}
