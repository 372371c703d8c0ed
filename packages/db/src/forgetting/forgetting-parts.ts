import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row } from '../row.ts';
import { json, timestamp, uuid, uuidArray } from '../sql-values.ts';

/** Findings of a part of a request to forget; their meaning is their writer's. */
type ForgettingPart = Record<string, unknown>;

export async function insertForgettingPart(
  db: Database,
  workspaceId: WorkspaceId,
  { run, part, found, at }: { run: string; part: number; found: object; at: Date },
): Promise<void> {
  await execute(db)`insert into forgetting_parts (workspace_id, run, part, found, begun_at)
      values (${uuid(workspaceId)}, ${uuid(run)}, ${part}::int, ${json(found)}, ${timestamp(at)})`;
}

const kept = row({ found: col.json<ForgettingPart>()`p.found` });

/** Parts a statement may begin to read. */
const PARTS = 400;

export async function listForgettingParts(
  db: Database,
  workspaceId: WorkspaceId,
  run: string,
): Promise<ForgettingPart[]> {
  const found: ForgettingPart[] = [];
  const from = sql`from forgetting_parts p where p.workspace_id = ${uuid(workspaceId)} and p.run = ${uuid(run)}`;
  // A part has no id of its own: its number is written as one.
  const id = sql`lpad(to_hex(p.part), 32, '0')::uuid`;
  for (;;) {
    const rows = await readWhole(db, {
      body: kept,
      selection: sql`select ${id} id, (row_number() over (order by p.part))::int place,
          null::json extra, ${kept.json} body
        ${from} and p.part >= ${found.length}::int order by p.part limit ${PARTS}::int`,
      again: (ids) => sql`select u.id, u.place::int, null::json extra, ${kept.json} body
        from unnest(${uuidArray(ids)}) with ordinality u(id, place)
        join lateral (select p.* ${from} and ${id} = u.id) p on true`,
    });
    found.push(...rows.map(({ body }) => body.found));
    if (rows.length < PARTS) return found;
  }
}

export async function deleteForgettingParts(
  db: Database,
  workspaceId: WorkspaceId,
  run: string,
): Promise<void> {
  await execute(db)`
    delete from forgetting_parts p where p.workspace_id = ${uuid(workspaceId)} and p.run = ${uuid(run)}`;
}

export async function deleteOldForgettingParts(db: Database, { before }: { before: Date }): Promise<void> {
  await execute(db)`delete from forgetting_parts p where p.begun_at < ${timestamp(before)}`;
}
