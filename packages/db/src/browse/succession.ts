import { sql, type SQL } from 'drizzle-orm';
import type { MemoryType } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { type MemoryRow, readMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { filterCondition, type SearchFilters } from '../search/search-filters.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Types whose memories replace one another: what was decided, how things are done, and how they are. */
export const REPLACEABLE_TYPES: readonly MemoryType[] = ['decision', 'convention', 'architecture'];

/** Whether two memories are about the same matter, as far as their labels tell. */
export const areAlike = (ours: SQL, theirs: SQL): SQL =>
  sql`(${ours}.source_files && ${theirs}.source_files or ${ours}.concepts && ${theirs}.concepts
    or ${ours}.tags && ${theirs}.tags)`;

const succession = row({
  /** Ids of the memories that it replaces, directly or through others. */
  replaced: col.json<string[]>()`n.replaced`,
  passes: col.bool`n.passes`,
});

export interface Successor extends RowOf<typeof succession> {
  memory: MemoryRow;
}

/** Steps that are followed: longer chains are read as far. */
const CHAIN_MAX = sql.raw('20');

/**
 * The newest successors of those of some memories that were superseded, by person or model: where a chain of successions
 * ends, and the newest of several.
 * @param filters whether a successor passes them is told, not required
 */
export async function readSuccessors(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, filters }: { ids: readonly string[]; filters: SearchFilters },
): Promise<Successor[]> {
  const workspace = uuid(workspaceId);
  const found = await readMemories(db, workspaceId, {
    extra: succession,
    picked: sql`select n.id, (row_number() over (order by n.id))::int place, ${succession.json} extra
      from (
        with recursive chain as (
          select g.id old_id, g.id, 0 depth from unnest(${uuidArray(ids)}) g(id)
          union
          select c.old_id, r.source_id, c.depth + 1 from chain c
          join relationships r on r.workspace_id = ${workspace} and r.target_id = c.id
            and r.relationship_type = 'supersedes'
          where c.depth < ${CHAIN_MAX}),
        newest as (
          select distinct on (c.old_id) c.old_id, m.id from chain c
          join memories m on m.workspace_id = ${workspace} and m.id = c.id
          where c.id <> c.old_id
          order by c.old_id, exists (
            select from relationships s where s.workspace_id = ${workspace} and s.target_id = c.id
              and s.relationship_type = 'supersedes'), m.created_at desc, m.id)
        select n.id, json_agg(n.old_id order by n.old_id) replaced,
          bool_and(coalesce(${filterCondition({ ...filters, required: null }) ?? sql`true`}, false)) passes
        from newest n join memories m on m.workspace_id = ${workspace} and m.id = n.id
        group by n.id) n`,
  });
  return found.map(({ memory, extra }) => ({ memory, ...extra }));
}
