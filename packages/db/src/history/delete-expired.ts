import { sql } from 'drizzle-orm';
import { execute, query, type Database } from '../database.ts';
import { col, row } from '../row.ts';
import { json, timestamp, uuid, uuidArray } from '../sql-values.ts';
import { noted } from './change-source.ts';

/** Rows a statement, which in AWS has less than a minute. */
const EXPIRED_AT_ONCE = 500;

type Retention = Record<string, number>;

const kept = row({ retention: col.json<Retention>()`w.retention` });

/** Says after how many days memories of a type go; null: never. @returns all that is said; undefined: no such workspace */
export async function setRetention(
  db: Database,
  id: string,
  days: Record<string, number | null>,
): Promise<Retention | undefined> {
  const [set] = await query(db, kept)`
    update workspaces w set retention = jsonb_strip_nulls(w.retention || ${json(days)}) where w.id = ${uuid(id)}
      returning ${kept.columns}`;
  return set?.retention;
}

/** Deletes memories of workspaces that are older than their type is kept. @returns whether there may be more */
export async function deleteExpired(
  db: Database,
  { workspaceIds, at }: { workspaceIds: readonly string[]; at: Date },
): Promise<boolean> {
  const deleted = await execute(db)`delete from memories m using (
        select o.workspace_id, o.id from workspaces w
        cross join lateral jsonb_each_text(w.retention) r(memory_type, days)
        cross join lateral (
          select e.workspace_id, e.id from memories e
          where e.workspace_id = w.id and e.memory_type = r.memory_type
            and e.created_at < ${timestamp(at)} - r.days::int * interval '1 day'
          order by e.created_at limit ${EXPIRED_AT_ONCE}::int) o
        where w.id = any(${uuidArray(workspaceIds)}) limit ${EXPIRED_AT_ONCE}::int) old
      where m.workspace_id = old.workspace_id and m.id = old.id and ${noted()} returning 1 as one`;
  return deleted === EXPIRED_AT_ONCE;
}

/** Rows a statement, which in AWS has less than a minute. */
const CHANGES_AT_ONCE = 10_000;

export async function deleteOldChanges(
  db: Database,
  { workspaceIds, before }: { workspaceIds: readonly string[]; before: Date },
): Promise<boolean> {
  const deleted = await execute(db)`delete from memory_changes c using (
        select o.workspace_id, o.id from unnest(${uuidArray(workspaceIds)}) w(id) cross join lateral (
          select o.workspace_id, o.id from memory_changes o
          where o.workspace_id = w.id and o.id < ${uuid(firstIdOf(before))} order by o.id limit ${CHANGES_AT_ONCE}::int) o
        limit ${CHANGES_AT_ONCE}::int) old
      where c.workspace_id = old.workspace_id and c.id = old.id returning 1 as one`;
  return deleted === CHANGES_AT_ONCE;
}

/** A copy of what was forgotten, change `c`, is kept for an hour. */
export const IS_KEPT = sql.raw(
  `(c.via is distinct from 'forget' or c.changed_at > now() - interval '1 hour')`,
);

export const deleteForgottenCopies = (db: Database): Promise<number> =>
  execute(db)`delete from memory_changes c where c.via = 'forget' and not ${IS_KEPT} returning 1 as one`;

/** Changes and memories are named in the order of time: none made from then on has a smaller id. */
export function firstIdOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
