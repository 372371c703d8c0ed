import { sql, type SQL } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../../database.ts';
import { PLANNED_ONCE } from '../../drivers/planned-once.ts';
import { col, row } from '../../row.ts';
import { timestamp, uuid } from '../../sql-values.ts';
import { asIndexed, fewChanged, type IndexedMemory, type IndexedRow } from './indexed-memory.ts';
import type { WordStatistics } from './search-index.ts';

/** Up to where changes have been seen: all of transactions before `xid`, and those of later ones that `seen` names. */
export interface SearchHorizon {
  xid: string;
  seen: readonly string[];
}

const OLDEST_OPEN = sql.raw('pg_snapshot_xmin(pg_current_snapshot())');

/** Changes of a workspace that were not seen yet, `search_changes c`. */
export const unseenChanges = (workspaceId: WorkspaceId, { xid, seen }: SearchHorizon): SQL =>
  sql`c.workspace_id = ${uuid(workspaceId)} and c.xid >= ${xid}::text::xid8
    and c.seq <> all(${`{${seen.join(',')}}`}::text::bigint[])`;

const changes = (workspaceId: WorkspaceId, model: string | null) =>
  row({
    xid: col.text`${OLDEST_OPEN}`,
    seen: col.json<string[]>()`(select coalesce(json_agg(c.seq::text), '[]') from search_changes c
    where c.workspace_id = w.id and c.xid >= ${OLDEST_OPEN})`,
    ids: col.json<string[]>()`(select coalesce(json_agg(id), '[]') from changed)`,
    few: col.json<IndexedRow[]>().orNull`${fewChanged(workspaceId, model)}`,
    statistics: col.bool`exists (select from unseen where memories = '{}')`,
  });

export interface SearchChanges {
  horizon: SearchHorizon;
  ids: string[];
  /** Those of them that are there; undefined where they are many. */
  memories: IndexedMemory[] | undefined;
  statistics: boolean;
}

/** Changes beyond a horizon; undefined when the workspace is gone. */
export async function readSearchChanges(
  db: Database,
  workspaceId: WorkspaceId,
  { horizon, model }: { horizon: SearchHorizon | null; model: string | null },
): Promise<SearchChanges | undefined> {
  const shape = changes(workspaceId, model);
  const [found] = await query(db, shape)`with unseen as materialized (
        select memories from search_changes c where ${horizon ? unseenChanges(workspaceId, horizon) : sql`false`}),
      changed as materialized (select distinct i id from unseen, unnest(memories) i)
      select ${shape.columns} from workspaces w where w.id = ${uuid(workspaceId)}
      ${sql.raw(PLANNED_ONCE)}`;
  return (
    found && {
      ...found,
      memories: found.few?.map(asIndexed),
      horizon: { xid: found.xid, seen: found.seen },
    }
  );
}

const statistics = row({
  memories: col.int`s.memories`,
  averageLength: col.float`s.average_length`,
  frequencies: col.json<Record<string, number>>()`(
    select coalesce(json_object_agg(f.lexeme, f.frequency), '{}') from lexeme_frequencies f
    where f.workspace_id = s.workspace_id)`,
});

export async function readWordStatistics(db: Database, workspaceId: WorkspaceId): Promise<WordStatistics> {
  const [found] = await query(db, statistics)`
    select ${statistics.columns} from workspace_statistics s where s.workspace_id = ${uuid(workspaceId)}`;
  if (!found) return { memories: 0, averageLength: 1, frequencies: new Map() };
  return { ...found, frequencies: new Map(Object.entries(found.frequencies)) };
}

/** Rows a statement, which in AWS has less than a minute. */
const ROWS = 10_000;

/** Forgets changes that every process has seen, or has given up, in pages. @returns whether there may be more */
export async function deleteSearchChanges(db: Database, { before }: { before: Date }): Promise<boolean> {
  const deleted = await execute(db)`delete from search_changes where ctid = any(array(
        select ctid from search_changes where changed_at < ${timestamp(before)} limit ${ROWS}::int))
      returning 1 as one`;
  return deleted === ROWS;
}

const noting = row({
  table: col.text`t.tgrelid::regclass::text`,
  name: col.text`t.tgname`,
  on: col.bool`t.tgenabled <> 'D'`,
});

const NOTING = sql`select ${noting.columns} from pg_trigger t
  where t.tgname like 'search\\_%' and not t.tgisinternal order by 1, 2`;

/** Whether changes are noted: a process that keeps indexes where they are not would never hear of any. */
export const areSearchChangesNoted = async (db: Database): Promise<boolean> =>
  (await query(db, noting)`${NOTING}`).every(({ on }) => on);

/**
 * Has changes noted, or not where no process keeps an index; for the owner of the tables. Writers that are under way are waited for, so
 * that a process that starts afterwards misses none.
 */
export async function noteSearchChanges(db: Database, wanted: boolean): Promise<void> {
  for (const { table, name, on } of await query(db, noting)`${NOTING}`)
    if (on !== wanted)
      await db.execute(
        sql`alter table ${sql.identifier(table)} ${sql.raw(wanted ? 'enable' : 'disable')} trigger ${sql.identifier(name)}`,
      );
}
