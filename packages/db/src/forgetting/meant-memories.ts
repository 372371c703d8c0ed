import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { FIRST } from '../graph/graph-pages.ts';
import { lookUp } from '../look-up.ts';
import { type MemoryRef, namedMemories, memoryIdentity } from '../memories/memory-row.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid, uuidArray } from '../sql-values.ts';

/** Which memories are meant: those that all of it holds for; nothing is meant by nothing. */
export interface MeantMemories {
  refs?: readonly MemoryRef[] | undefined;
  /** Words that stand in it, whatever their case. */
  text?: string | undefined;
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

/** A statement looks through so many memories, or bytes of their text: a megabyte takes a tenth of a second. */
const LOOKED_THROUGH = sql.raw('2000');
const LOOKED_THROUGH_BYTES = sql.raw('2000000');

const meantPage = row({
  ids: col.textList`p.ids`,
  last: col.uuid.orNull`p.last`,
});

/** The ids of the next memories that are meant, in their order; there may be none though more follow. */
export async function listMeantMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { meant, after = FIRST, limit }: { meant: MeantMemories; after?: string | undefined; limit: number },
): Promise<{ ids: string[]; after?: string | undefined }> {
  const workspace = uuid(workspaceId);
  const from =
    meant.refs === undefined
      ? sql`memories_after(${workspace}, ${uuid(after)}, ${LOOKED_THROUGH}) m`
      : sql`${namedMemories(workspaceId, { refs: meant.refs })} where m.id > ${uuid(after)}`;
  const [page] = await query(db, meantPage)`
    with sized as (select m.id, octet_length(m.narrative) bytes from ${from}),
      looked as materialized (
        select id from (select id, sum(bytes) over (order by id) - bytes before from sized) s
        where before < ${LOOKED_THROUGH_BYTES}),
      meant as materialized (
        select m.id from looked l ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.id = l.id`)}
        where ${condition(workspaceId, meant)} order by m.id limit ${limit}::int)
      select ${meantPage.columns} from (
        select array(select id from meant order by id) ids, (select id from looked order by id desc limit 1) last) p`;
  const { ids, last } = page ?? { ids: [], last: null };
  return { ids, after: (ids.length === limit ? ids.at(-1) : last) ?? undefined };
}

/** The next memories that say the same as some, those included: up to case and white space; in the order of their ids. */
export async function listSameMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, after, limit }: { ids: readonly string[]; after?: string | undefined; limit: number },
): Promise<MeantMemory[]> {
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
          where m.workspace_id = ${uuid(workspaceId)} and memory_text_key(m.title, m.narrative) = g.text_key offset 0) m) s
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
    ...(refs === undefined ? [] : [sql`true`]),
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

const ofSession = (workspaceId: WorkspaceId, session: string): SQL =>
  sql`(m.source_session_id = ${session}::text or m.id in (
    select c.memory_id from memory_sources c
    join observations o on o.workspace_id = c.workspace_id and o.id = c.observation_id
    join sessions s on s.workspace_id = o.workspace_id and s.id = o.session_row_id
    where c.workspace_id = ${uuid(workspaceId)} and s.session_id = ${session}::text))`;
