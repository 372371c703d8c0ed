import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { IS_KEPT } from './delete-expired.ts';
import { isMemory, type MemoryRef } from '../memories/memory-row.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import { col, row, type Row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Change `c` of a memory, which is `m` where it is still there. */
const changeRow = row({
  id: col.uuid`c.id`,
  memory: col.object(row({ id: col.uuid`c.memory_row_id`, memory_id: col.text`c.memory_id` })),
  /** Of a memory that is gone, as its deletion has it. */
  title: col.text.orNull`coalesce(c.before ->> 'title', c.before #>> '{memories,0,title}', m.title,
    (select d.before #>> '{memories,0,title}' from memory_changes d
      where d.memory_row_id = c.memory_row_id and d.kind = 'deleted' order by d.id desc limit 1))`,
  kind: col.oneOf('created', 'updated', 'deleted')`c.kind`,
  author: col.text.orNull`c.author`,
  via: col.text.orNull`c.via`,
  batch: col.text.orNull`c.batch`,
  /** The fields that an update changed; of a deletion the memory that went. */
  before: col.json<Record<string, unknown>>().orNull`coalesce(c.before #> '{memories,0}', c.before)`,
  changed_at: col.timestamp`c.changed_at`,
  undone_at: col.timestamp.orNull`c.undone_at`,
});
export type ChangeRow = RowOf<typeof changeRow>;

interface ListChangesOptions {
  memory?: MemoryRef | undefined;
  batch?: string | undefined;
  after?: string | undefined;
  /** At most 499. */
  limit: number;
}

/** Changes of memories, the latest first, and one more than asked for where another page follows. */
export function listChanges(
  db: Database,
  workspaceId: WorkspaceId,
  { memory, batch, after, limit }: ListChangesOptions,
): Promise<ChangeRow[]> {
  const conditions = [
    ...(after === undefined ? [] : [sql`c.id < ${uuid(after)}`]),
    ...(batch === undefined ? [] : [sql`c.batch = ${batch}::text`]),
    ...(memory === undefined ? [] : [ofMemory(workspaceId, memory)]),
  ];
  return readChanges(db, workspaceId, { body: changeRow, conditions, limit: limit + 1 });
}

/** Changes `c` and their memories `m` whole, the latest first. */
export async function readChanges<Change>(
  db: Database,
  workspaceId: WorkspaceId,
  { body, conditions, limit }: { body: Row<Change>; conditions: SQL[]; limit: number },
): Promise<Change[]> {
  const workspace = uuid(workspaceId);
  const withBodies = (picked: SQL) => sql`select c.id, null::json extra,
      ${sizedBody(sql`coalesce(pg_column_size(c.before), 0)`, body.json)}
    from (${picked}) p join memory_changes c on c.workspace_id = ${workspace} and c.id = p.id
    left join memories m on m.workspace_id = c.workspace_id and m.id = c.memory_row_id
    window places as (order by p.place)`;
  const read = await readWhole(db, {
    body,
    sized: true,
    selection:
      withBodies(sql`select c.id, (row_number() over (order by c.id desc))::int place from memory_changes c
      where ${sql.join([sql`c.workspace_id = ${workspace} and ${IS_KEPT}`, ...conditions], sql` and `)}
      order by c.id desc limit ${limit}::int`),
    again: (ids) =>
      withBodies(sql`select u.id, u.place::int from unnest(${uuidArray(ids)}) with ordinality u(id, place)`),
  });
  return read.map((each) => each.body);
}

/** Also when it is gone: its changes say who it was. */
const ofMemory = (workspaceId: WorkspaceId, ref: MemoryRef): SQL =>
  'id' in ref
    ? sql`c.memory_row_id = ${uuid(ref.id)}`
    : sql`c.memory_row_id in (select m.id from memories m where ${isMemory(workspaceId, ref)}
        union all select d.memory_row_id from memory_changes d
          where d.workspace_id = ${uuid(workspaceId)} and ${isGone(ref)})`;

const isGone = (ref: Exclude<MemoryRef, { id: string }>): SQL =>
  'memoryId' in ref
    ? sql`d.memory_id = ${ref.memoryId}::text`
    : sql`${sql.raw(ref.form === 'A' ? 'right(d.memory_row_id::text, 12)' : 'left(d.memory_id, 12)')} = ${ref.short}::text`;
