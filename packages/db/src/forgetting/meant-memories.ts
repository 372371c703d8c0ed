import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { type MemoryRef, namedMemories } from '../memories/memory-ref.ts';
import { memoryIdentity } from '../memories/memory-row.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid, uuidArray } from '../sql-values.ts';

/** Which memories are meant: those that all of it holds for; nothing is meant by nothing. */
export interface MeantMemories {
  refs?: readonly MemoryRef[] | undefined;
  /** Words that stand in it, whatever their case. */
  text?: string | undefined;
  /** A file, or a folder. */
  file?: string | undefined;
  author?: string | undefined;
  /** External id of the session it was stored in or drawn from. */
  session?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

const meantMemory = row({
  memory: col.object(memoryIdentity),
  title: col.text`m.title`,
  narrative: col.text`m.narrative`,
  created_at: col.timestamp`m.created_at`,
});
export type MeantMemory = RowOf<typeof meantMemory>;

/** All that a memory says, in plain form. */
const SAID: SQL = sql.raw(
  `plain_text(m.title || ' ' || m.narrative || ' ' || array_to_string(m.tags || m.concepts || m.source_files, ' '))`,
);

/** The next memories that are meant, in the order of their ids. */
export async function listMeantMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { meant, after, limit }: { meant: MeantMemories; after?: string | undefined; limit: number },
): Promise<MeantMemory[]> {
  const beyond = after === undefined ? sql`` : sql`and m.id > ${uuid(after)}`;
  return read(
    db,
    workspaceId,
    sql`select m.id, (row_number() over (order by m.id))::int place from memories m
      where m.workspace_id = ${uuid(workspaceId)} and ${condition(workspaceId, meant)} ${beyond}
      order by m.id limit ${limit}::int`,
  );
}

/** The next memories that say the same as some, those included: up to case and white space; in the order of their ids. */
export async function listSameMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, after, limit }: { ids: readonly string[]; after?: string | undefined; limit: number },
): Promise<MeantMemory[]> {
  const workspace = uuid(workspaceId);
  const beyond = after === undefined ? sql`` : sql`where s.id > ${uuid(after)}`;
  return read(
    db,
    workspaceId,
    sql`select s.id, (row_number() over (order by s.id))::int place from (
        select m.id from ${namedMemories(workspaceId, { ids })}
        union
        select m.id from (
          select memory_text_key(m.title, m.narrative) text_key from ${namedMemories(workspaceId, { ids })}
          offset 0) g
        cross join lateral (
          select m.id from memories m
          where m.workspace_id = ${workspace} and memory_text_key(m.title, m.narrative) = g.text_key offset 0) m) s
      ${beyond} order by s.id limit ${limit}::int`,
  );
}

async function read(db: Database, workspaceId: WorkspaceId, picked: SQL): Promise<MeantMemory[]> {
  const withBodies = (
    chosen: SQL,
  ) => sql`select p.id, null::json extra, ${sizedBody(sql`octet_length(m.narrative)`, meantMemory.json)}
    from (${chosen}) p join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = p.id
    window places as (order by p.place)`;
  const rows = await readWhole(db, {
    body: meantMemory,
    sized: true,
    selection: withBodies(picked),
    again: (ids) =>
      withBodies(sql`select u.id, u.place::int from unnest(${uuidArray(ids)}) with ordinality u(id, place)`),
  });
  return rows.map(({ body }) => body);
}

function condition(
  workspaceId: WorkspaceId,
  { refs, text, file, author, session, since, until }: MeantMemories,
): SQL {
  const all = [
    ...(refs === undefined ? [] : [named(workspaceId, refs)]),
    ...(text === undefined ? [] : [sql`position(plain_text(${text}::text) in ${SAID}) > 0`]),
    ...(file === undefined
      ? []
      : [
          sql`exists (select from unnest(m.source_files) f(path)
            where f.path = ${file}::text or starts_with(f.path, ${`${file}/`}::text))`,
        ]),
    ...(author === undefined ? [] : [sql`m.author = ${author}::text`]),
    ...(session === undefined ? [] : [ofSession(workspaceId, session)]),
    ...(since === undefined ? [] : [sql`m.created_at >= ${timestamp(since)}`]),
    ...(until === undefined ? [] : [sql`m.created_at < ${timestamp(until)}`]),
  ];
  return all.length === 0 ? sql`false` : sql.join(all, sql` and `);
}

const named = (workspaceId: WorkspaceId, refs: readonly MemoryRef[]): SQL =>
  sql`m.id in (select m.id from ${namedMemories(workspaceId, { refs })})`;

const ofSession = (workspaceId: WorkspaceId, session: string): SQL =>
  sql`(m.source_session_id = ${session}::text or m.id in (
    select c.memory_id from memory_sources c
    join observations o on o.workspace_id = c.workspace_id and o.id = c.observation_id
    join sessions s on s.workspace_id = o.workspace_id and s.id = o.session_row_id
    where c.workspace_id = ${uuid(workspaceId)} and s.session_id = ${session}::text))`;
