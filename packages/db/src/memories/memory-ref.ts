import { sql, type SQL } from 'drizzle-orm';
import { type Database, query, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { idKeys, textKeys, uuid } from '../sql-values.ts';

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
