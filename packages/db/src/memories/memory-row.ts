import { SPEAKERS } from '@memory/contracts';
import { sql, type SQL } from 'drizzle-orm';
import { type Database, query, type WorkspaceId } from '../database.ts';
import { lookUp } from '../look-up.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import { col, row, type RowOf, type JsonValue } from '../row.ts';
import { idKeys, textKeys, uuid, uuidArray } from '../sql-values.ts';
import { readGiven } from './given-columns.ts';

/** Both forms of the identifier of memory `m`. */
export const memoryIdentity = row({ id: col.uuid`m.id`, memory_id: col.text`m.memory_id` });
export type MemoryIdentity = RowOf<typeof memoryIdentity>;

/** Memory `m` with its counters `c`, in whatever statement this is put; timestamps are ISO 8601 with an offset. */
export const memoryRow = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  workspace_id: col.uuid`m.workspace_id`,
  title: col.text`m.title`,
  narrative: col.text`m.narrative`,
  memory_type: col.memoryType`m.memory_type`,
  tags: col.textList`m.tags`,
  concepts: col.textList`m.concepts`,
  source_files: col.textList`m.source_files`,
  ...readGiven('m'),
  /** Null while there is no embedding of the present content. */
  content_hash: col.text.orNull`case when c.content_hash = m.content_digest then c.content_hash end`,
  pagerank_score: col.float.orNull`c.pagerank_score`,
  community_label: col.text.orNull`c.community_label`,
  access_count: col.int`c.access_count`,
  retrieval_count: col.int`c.retrieval_count`,
  last_accessed_at: col.timestamp.orNull`c.last_accessed_at`,
  feedback_positive_count: col.int`c.feedback_positive_count`,
  feedback_negative_count: col.int`c.feedback_negative_count`,
  source_session_id: col.text.orNull`m.source_session_id`,
  speaker: col.oneOf(...SPEAKERS).orNull`m.speaker`,
  prompt: col.int.orNull`m.prompt`,
  is_consolidated: col.bool`m.is_consolidated`,
  /** The sources, which may have been deleted since. */
  consolidated_from: col.json<MemoryIdentity[]>().orNull`m.consolidated_from`,
  created_at: col.timestamp`m.created_at`,
  updated_at: col.timestamp.orNull`m.updated_at`,
  revision: col.int`m.revision`,
});
export type MemoryRow = RowOf<typeof memoryRow>;

/** A well-formed identifier of a memory, in the deployment's form: the whole, or the 12 characters of it that models read. */
export type MemoryRef =
  | { form: 'A'; id: string }
  | { form: 'B'; memoryId: string }
  | { form: 'A' | 'B'; short: string };

/** As it was given. */
const textOf = (ref: MemoryRef): string => ('short' in ref ? ref.short : 'id' in ref ? ref.id : ref.memoryId);

/** The end of a UUID, since UUIDs of one second begin alike; the beginning of the other form. Each has its index. */
const SHORT = { A: sql.raw('right(s.id::text, 12)'), B: sql.raw('left(s.memory_id, 12)') };

/** The id of the one memory with a short identifier; null where several have it. */
const idOfShort = (workspaceId: WorkspaceId, form: 'A' | 'B', short: SQL): SQL =>
  sql`(select (array_agg(s.id))[1] from memories s
    where s.workspace_id = ${uuid(workspaceId)} and ${SHORT[form]} = ${short} having count(*) = 1)`;

/** The condition that a row of `memories m` is the one meant. */
export function isMemory(workspaceId: WorkspaceId, ref: MemoryRef): SQL {
  const own = sql`m.workspace_id = ${uuid(workspaceId)}`;
  if ('short' in ref)
    return sql`${own} and m.id = ${idOfShort(workspaceId, ref.form, sql`${ref.short}::text`)}`;
  return 'id' in ref
    ? sql`${own} and m.id = ${uuid(ref.id)}`
    : sql`${own} and m.memory_id = ${ref.memoryId}::text`;
}

/** Some memories, by either identifier, or by references of which some are short. */
export type NamedMemories =
  | { ids: readonly string[] }
  | { memoryIds: readonly string[] }
  | { refs: readonly MemoryRef[] };

/** `m`: those of some memories that the workspace has, to stand first behind `from`. */
export function namedMemories(workspaceId: WorkspaceId, given: NamedMemories): SQL {
  const named = 'refs' in given ? namedBy(given.refs) : given;
  if ('ids' in named)
    return sql`${idKeys(named.ids, 'k')} join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = k.id`;
  if ('memoryIds' in named)
    return sql`${textKeys(named.memoryIds, 'k')} join memories m on m.workspace_id = ${uuid(workspaceId)} and m.memory_id = k.id`;
  const [form, end] = named.refs[0]?.form === 'B' ? (['B', 'left'] as const) : (['A', 'right'] as const);
  const short = sql`${sql.raw(end)}(k.id, 12)`;
  // A whole identifier is compared whole as well.
  const whole = form === 'A' ? sql`right(m.id::text, length(k.id))` : sql`left(m.memory_id, length(k.id))`;
  return sql`${textKeys(named.refs.map(textOf), 'k')}
    cross join lateral ${idOfShort(workspaceId, form, short)} u(id)
    join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id and ${whole} = k.id`;
}

/** References in the way that costs least. */
const namedBy = (refs: readonly MemoryRef[]): NamedMemories => {
  if (refs.some((ref) => 'short' in ref)) return { refs };
  const texts = refs.map(textOf);
  return refs[0]?.form === 'B' ? { memoryIds: texts } : { ids: texts };
};

const sameShort = row({ id: col.uuid`m.id`, memory_id: col.text`m.memory_id`, title: col.text`m.title` });

export const listSameShort = (
  db: Database,
  workspaceId: WorkspaceId,
  { form, short }: { form: 'A' | 'B'; short: string },
): Promise<RowOf<typeof sameShort>[]> =>
  query(db, sameShort)`
    select ${sameShort.columns} from memories s join memories m on m.workspace_id = s.workspace_id and m.id = s.id
      where s.workspace_id = ${uuid(workspaceId)} and ${SHORT[form]} = ${short}::text order by m.id limit 10`;

export interface PickedMemories<Extra> {
  /** Selected by `picked` as `extra`; absent: null. */
  extra?: JsonValue<Extra>;
  /** See `PLANNED_ONCE`. */
  plannedOnce?: boolean;
  /** Common table expressions before it, changes included. */
  expressions?: SQL;
  /** Selects `id uuid`, `place int` from 1 without gaps, and `extra json`; at most 500 rows. */
  picked: SQL;
  /** Stand-ins for the tables where `expressions` changed them: a statement does not see its own changes. */
  memories?: SQL;
  counters?: SQL;
}

/** Whole memories in the order of their places, each with its `extra`. */
export async function readMemories<Extra = null>(
  db: Database,
  workspaceId: WorkspaceId,
  { extra, plannedOnce, expressions, picked, memories, counters }: PickedMemories<Extra>,
): Promise<{ memory: MemoryRow; extra: Extra }[]> {
  const whole = await readWhole(db, {
    body: memoryRow,
    extra,
    plannedOnce,
    expressions,
    sized: true,
    selection: withBodies(workspaceId, picked, memories, counters),
    again: (ids) =>
      withBodies(
        workspaceId,
        sql`select u.id, u.place::int, null::json extra from unnest(${uuidArray(ids)}) with ordinality u(id, place)`,
      ),
  });
  return whole.map(({ body, extra }) => ({ memory: body, extra }));
}

function withBodies(workspaceId: WorkspaceId, picked: SQL, memories?: SQL, counters?: SQL): SQL {
  const ofWorkspace = (alias: string) => sql`${sql.raw(alias)}.workspace_id = ${uuid(workspaceId)}`;
  // Places are numbered anew: a memory deleted between two answers must leave no gap.
  return sql`select p.id, p.extra, ${sizedBody(sql`octet_length(m.narrative)`, memoryRow.json)}
    from (${picked}) p
    ${memories ? sql`join ${memories} m on m.id = p.id` : lookUp('memories', 'm', sql`${ofWorkspace('m')} and m.id = p.id`)}
    ${counters ? sql`join ${counters} c on c.memory_id = p.id` : lookUp('memory_counters', 'c', sql`${ofWorkspace('c')} and c.memory_id = p.id`)}
    window places as (order by p.place)`;
}
