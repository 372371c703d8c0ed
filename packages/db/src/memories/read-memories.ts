import { lookUp } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import type { JsonValue } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';
import { memoryRow, type MemoryRow } from './memory-row.ts';

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
