import { lookUpAny } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';
import { CODE_FOUND_BY } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { col, orNull, row, type RowOf } from '../row.ts';
import { uuid, uuidArray, idKeys } from '../sql-values.ts';
import { readSymbols, type CodeSymbolRow } from './code-symbol-row.ts';

const pathCall = row({
  confidence: col.float`e.confidence`,
  found_by: col.oneOf(...CODE_FOUND_BY).orNull`e.found_by`,
  line: col.int`e.line`,
});

export interface PathStep {
  symbol: CodeSymbolRow;
  call: RowOf<typeof pathCall> | null;
}

/**
 * The shortest chain of calls from one of some symbols to one of others, both included, by the surest calls among equals; a class stands
 * for its methods too.
 * @param depthMax calls
 * @param symbolsMax symbols looked at
 * @returns empty when there is none within these bounds
 */
export async function findCallPath(
  db: Database,
  workspaceId: WorkspaceId,
  options: { from: readonly string[]; to: readonly string[]; depthMax: number; symbolsMax: number },
): Promise<PathStep[]> {
  const { from, to, depthMax, symbolsMax } = options;
  const read = await readSymbols(db, workspaceId, {
    extra: orNull(pathCall),
    expressions: sql`begin as materialized (${withMethods(workspaceId, from)}),
      finish as materialized (${withMethods(workspaceId, to)}),
      level as materialized (
        with recursive level as (
          select 0 depth, ids frontier, ids seen, '{}'::uuid[] vias from begin
          union all
          select depth + 1, next.ids, seen || next.ids, next.vias from level cross join finish cross join lateral (
            select array_agg(id order by id) ids, array_agg(via order by id) vias from (
              select distinct on (e.target_id) e.target_id id, e.source_id via
              from unnest(level.frontier) v(via)
              join code_edges e on e.workspace_id = ${uuid(workspaceId)} and e.source_id = v.via and e.kind = 'calls'
              where not exists (select from unnest(level.seen) s(id) where s.id = e.target_id)
              order by e.target_id, e.confidence desc, e.source_id) best) next
          where depth < ${depthMax}::int and cardinality(seen) <= ${symbolsMax}::int and not seen && finish.ids
            and next.ids is not null)
        select * from level),
      step as (
        with recursive step as (
          select l.depth, t.id, l.vias[array_position(l.frontier, t.id)] via
          from level l cross join lateral (
            select id from unnest(l.frontier) u(id) where id = any(select unnest(ids) from finish)
            order by id limit 1) t
          union all
          select l.depth, s.via, l.vias[array_position(l.frontier, s.via)]
          from step s join level l on l.depth = s.depth - 1)
        select * from step)`,
    picked: sql`select s.id, s.depth place, case when e.source_id is null then null else ${pathCall.json} end extra
      from step s ${lookUpAny(
        'code_edges',
        'e',
        sql`e.workspace_id = ${uuid(workspaceId)} and e.source_id = s.via and e.target_id = s.id and e.kind = 'calls'`,
      )}`,
  });
  return read.map(({ body, extra }) => ({ symbol: body, call: extra }));
}

/** The ids of symbols and, of a class, of what it contains. */
const withMethods = (workspaceId: WorkspaceId, ids: readonly string[]): SQL => sql`
  select array_agg(id) ids from (
    select unnest(${uuidArray(ids)}) id
    union
    select e.target_id from ${idKeys(ids, 'k')}
    join code_symbols c on c.workspace_id = ${uuid(workspaceId)} and c.id = k.id and c.kind = 'class'
    join code_edges e on e.workspace_id = c.workspace_id and e.source_id = c.id and e.kind = 'contains') m`;
