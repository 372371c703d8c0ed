import { sql } from 'drizzle-orm';
import { execute, query, type Database } from '../database.ts';
import { col, row } from '../row.ts';
import { json, timestamp, uuid, uuidArray } from '../sql-values.ts';
import { noted } from './change-source.ts';

/** Rows a statement, which in AWS has less than a minute. */
const ROWS = 500;

/** Days by type of memory. */
export type Retention = Record<string, number>;

const kept = row({ retention: col.json<Retention>()`w.retention` });

/** Says after how many days memories of a type go; null: never. @returns all that is said; undefined: no such workspace */
export async function setRetention(
  db: Database,
  id: string,
  days: Record<string, number | null>,
): Promise<Retention | undefined> {
  const [set] = await query(
    db,
    kept,
    sql`update workspaces w set retention = jsonb_strip_nulls(w.retention || ${json(days)}) where w.id = ${uuid(id)}
      returning ${kept.columns}`,
  );
  return set?.retention;
}

/** Deletes memories of workspaces that are older than their type is kept. @returns whether there may be more */
export async function deleteExpired(
  db: Database,
  { workspaceIds, at }: { workspaceIds: readonly string[]; at: Date },
): Promise<boolean> {
  const deleted = await execute(
    db,
    sql`delete from memories m using (
        select o.workspace_id, o.id from workspaces w
        cross join lateral jsonb_each_text(w.retention) r(memory_type, days)
        cross join lateral (
          select e.workspace_id, e.id from memories e
          where e.workspace_id = w.id and e.memory_type = r.memory_type
            and e.created_at < ${timestamp(at)} - r.days::int * interval '1 day'
          order by e.created_at limit ${ROWS}::int) o
        where w.id = any(${uuidArray(workspaceIds)}) limit ${ROWS}::int) old
      where m.workspace_id = old.workspace_id and m.id = old.id and ${noted()} returning 1 as one`,
  );
  return deleted === ROWS;
}
