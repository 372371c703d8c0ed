import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readDocuments } from '../read-documents.ts';
import { uuid, uuidArray } from '../sql-values.ts';
import { memoryJson, type MemoryRow } from './memory-row.ts';

export interface PickedMemories {
  /** Common table expressions before it, changes included. */
  expressions?: SQL;
  /** Selects `id uuid`, `place int` from 1 without gaps, and `extra json`; at most 500 rows. */
  picked: SQL;
  /** What stands for the tables where `expressions` changed them: a statement does not see its own changes. */
  memories?: SQL;
  counters?: SQL;
}

/** Whole memories in the order of their places, each with its `extra`. */
export async function readMemories<Extra = null>(
  db: Database,
  workspaceId: WorkspaceId,
  { expressions, picked, memories = sql`memories`, counters = sql`memory_counters` }: PickedMemories,
): Promise<{ memory: MemoryRow; extra: Extra }[]> {
  const documents = await readDocuments<MemoryRow, Extra>(db, {
    expressions,
    selection: withBodies(workspaceId, picked, memories, counters),
    again: (ids) =>
      withBodies(
        workspaceId,
        sql`select u.id, u.place::int, null::json extra from unnest(${uuidArray(ids)}) with ordinality u(id, place)`,
        sql`memories`,
        sql`memory_counters`,
      ),
  });
  return documents.map(({ body, extra }) => ({ memory: body, extra }));
}

function withBodies(workspaceId: WorkspaceId, picked: SQL, memories: SQL, counters: SQL): SQL {
  // Places are numbered anew: a memory deleted between two answers must leave no gap.
  return sql`select p.id, (row_number() over (order by p.place))::int place, p.extra, ${memoryJson} body
    from (${picked}) p
    join ${memories} m on m.workspace_id = ${uuid(workspaceId)} and m.id = p.id
    join ${counters} c on c.workspace_id = m.workspace_id and c.memory_id = m.id`;
}
