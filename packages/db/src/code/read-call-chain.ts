import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { readSymbols, type CodeSymbolRow } from './code-symbol-row.ts';
import type { EdgeDirection } from './read-neighbours.ts';

/** One step of a chain. */
const chainStep = row({
  direction: col.oneOf('incoming', 'outgoing')`direction`,
  /** Calls away from where the chain begins, from 1. */
  depth: col.int`depth`,
  /** Id of the symbol one call nearer. */
  via: col.uuid`via`,
  confidence: col.float`confidence`,
});

export type ChainRow = RowOf<typeof chainStep> & { symbol: CodeSymbolRow };

export interface CallChainOptions {
  id: string;
  depthMax: number;
  /** A direction. */
  symbolsMax: number;
  /** Calls followed from one symbol: bounds the work at a function that everybody calls. */
  fanOutMax: number;
}

/**
 * Who calls a symbol and what it calls, level by level, the surest calls first. The chain of a class begins at its
 * methods too.
 */
export async function readCallChain(
  db: Database,
  workspaceId: WorkspaceId,
  options: CallChainOptions,
): Promise<ChainRow[]> {
  const read = await readSymbols(db, workspaceId, {
    extra: chainStep,
    expressions: sql`begin as materialized (
        select array_agg(id) ids from (
          select ${uuid(options.id)} id
          union
          select e.target_id from code_edges e
          join code_symbols c on c.workspace_id = e.workspace_id and c.id = e.source_id and c.kind = 'class'
          where e.workspace_id = ${uuid(workspaceId)} and e.source_id = ${uuid(options.id)} and e.kind = 'contains') b),
      ${walk(workspaceId, 'incoming', options)},
      ${walk(workspaceId, 'outgoing', options)}`,
    picked: sql`select id, (row_number() over (order by direction, depth, confidence desc, id))::int place,
        ${chainStep.json} extra
      from (select * from incoming_link union all select * from outgoing_link) link`,
  });
  return read.map(({ body, extra }) => ({ symbol: body, ...extra }));
}

/** Expressions `<direction>_level`, a row a level with what it found and all found before, and `<direction>_link`. */
function walk(
  workspaceId: WorkspaceId,
  direction: EdgeDirection,
  { depthMax, symbolsMax, fanOutMax }: CallChainOptions,
): SQL {
  const [level, link] = [sql.raw(`${direction}_level`), sql.raw(`${direction}_link`)];
  const [near, far] =
    direction === 'incoming'
      ? [sql.raw('target_id'), sql.raw('source_id')]
      : [sql.raw('source_id'), sql.raw('target_id')];
  return sql`${level} as (
      with recursive level as (
        select 0 depth, ids frontier, ids seen, '{}'::uuid[] vias, '{}'::float8[] sure from begin
        union all
        select depth + 1, next.ids, seen || next.ids, next.vias, next.sure from level cross join lateral (
          select array_agg(id order by confidence desc, id) ids, array_agg(via order by confidence desc, id) vias,
            array_agg(confidence order by confidence desc, id) sure
          from (
            select distinct on (id) id, via, confidence from unnest(level.frontier) v(via) cross join lateral (
              select e.${far} id, e.confidence from code_edges e
              where e.workspace_id = ${uuid(workspaceId)} and e.${near} = v.via and e.kind = 'calls'
              order by e.confidence desc, e.${far} limit ${fanOutMax}::int) e
            where id <> all(level.seen) order by id, confidence desc, via) best
          where true) next
        where depth < ${depthMax}::int and cardinality(seen) <= ${symbolsMax}::int and next.ids is not null)
      select * from level where depth > 0),
    ${link} as (
      select id, ${direction}::text direction, depth, via, confidence
      from ${level} l cross join lateral unnest(l.frontier, l.vias, l.sure) u(id, via, confidence)
      order by depth, confidence desc, id limit ${symbolsMax}::int)`;
}
