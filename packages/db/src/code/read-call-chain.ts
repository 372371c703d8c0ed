import { lookUp } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { readSymbols, type CodeSymbolRow } from './code-symbol-row.ts';
import type { EdgeDirection } from './read-neighbours.ts';

const chainStep = row({
  direction: col.oneOf('incoming', 'outgoing')`direction`,
  /** Calls away from where the chain begins, from 1. */
  depth: col.int`depth`,
  via: col.uuid`via`,
  confidence: col.float`confidence`,
  /** Of the call, in the file of who calls. */
  line: col.int`line`,
});

export type ChainRow = RowOf<typeof chainStep> & { symbol: CodeSymbolRow };

interface CallChainOptions {
  id: string;
  depthMax: number;
  symbolsMax: number;
  /** Calls followed from one symbol: bounds the work at a function that everybody calls. */
  fanOutMax: number;
  /** A regular expression: callers in such files come last. */
  callersLast: string;
}

/**
 * Callers and callees of a symbol, level by level, the surest calls first, and callers of production before those of
 * tests. The chain of a class begins at its
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
          select e.target_id from code_symbols c
          ${lookUp(
            'code_edges',
            'e',
            sql`e.workspace_id = c.workspace_id and e.source_id = c.id and e.kind = 'contains'`,
          )}
          where c.workspace_id = ${uuid(workspaceId)} and c.id = ${uuid(options.id)} and c.kind = 'class') b),
      ${walk(workspaceId, 'incoming', options)},
      ${walk(workspaceId, 'outgoing', options)}`,
    picked: sql`select id, (row_number() over (order by direction, depth, is_last, confidence desc, id))::int place,
        ${chainStep.json} extra
      from (select * from incoming_link union all select * from outgoing_link) link`,
  });
  return read.map(({ body, extra }) => ({ symbol: body, ...extra }));
}

/** Expressions `<direction>_level`, a row a level with what it found and all found before, and `<direction>_link`. */
function walk(
  workspaceId: WorkspaceId,
  direction: EdgeDirection,
  { depthMax, symbolsMax, fanOutMax, callersLast }: CallChainOptions,
): SQL {
  const [level, link] = [sql.raw(`${direction}_level`), sql.raw(`${direction}_link`)];
  const [near, far] =
    direction === 'incoming'
      ? [sql.raw('target_id'), sql.raw('source_id')]
      : [sql.raw('source_id'), sql.raw('target_id')];
  // Callees of a function are all of one kind; only callers need their paths.
  const [isLast, files] =
    direction === 'incoming'
      ? [
          sql`f.path ~ ${callersLast}::text`,
          sql`${lookUp('code_symbols', 's', sql`s.workspace_id = e.workspace_id and s.id = e.source_id`)}
              ${lookUp('code_files', 'f', sql`f.workspace_id = s.workspace_id and f.id = s.file_id`)}`,
        ]
      : [sql`false`, sql``];
  const order = sql`is_last, confidence desc, id`;
  return sql`${level} as (
      with recursive level as (
        select 0 depth, ids frontier, ids seen, '{}'::uuid[] vias, '{}'::float8[] sure, '{}'::int[] lines, '{}'::boolean[] lasts
        from begin
        union all
        select depth + 1, next.ids, seen || next.ids, next.vias, next.sure, next.lines, next.lasts
        from level cross join lateral (
          select array_agg(id order by ${order}) ids, array_agg(via order by ${order}) vias,
            array_agg(confidence order by ${order}) sure, array_agg(line order by ${order}) lines,
            array_agg(is_last order by ${order}) lasts
          from (
            select distinct on (id) id, via, confidence, line, is_last
            from unnest(level.frontier) v(via) cross join lateral (
              select e.${far} id, e.confidence, e.line, ${isLast} is_last from code_edges e ${files}
              where e.workspace_id = ${uuid(workspaceId)} and e.${near} = v.via and e.kind = 'calls'
              order by is_last, e.confidence desc, e.${far} limit ${fanOutMax}::int) e
            where id <> all(level.seen) order by id, confidence desc, via) best
          where true) next
        where depth < ${depthMax}::int and cardinality(seen) <= ${symbolsMax}::int and next.ids is not null)
      select * from level where depth > 0),
    ${link} as (
      select id, ${direction}::text direction, depth, via, confidence, line, is_last
      from ${level} l
      cross join lateral unnest(l.frontier, l.vias, l.sure, l.lines, l.lasts) u(id, via, confidence, line, is_last)
      order by depth, ${order} limit ${symbolsMax}::int)`;
}
