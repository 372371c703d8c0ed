import { lookUp } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';
import { CODE_EDGE_KINDS, CODE_FOUND_BY } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { col, orNull, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { readSymbols, type CodeSymbolRow } from './code-symbol-row.ts';

const EDGE_DIRECTIONS = ['incoming', 'outgoing'] as const;
export type EdgeDirection = (typeof EDGE_DIRECTIONS)[number];

const edgeRow = row({
  direction: col.oneOf(...EDGE_DIRECTIONS)`direction`,
  relation: col.oneOf(...CODE_EDGE_KINDS)`kind`,
  confidence: col.float`confidence`,
  /** Null for an edge of before this was kept. */
  found_by: col.oneOf(...CODE_FOUND_BY).orNull`found_by`,
  line: col.int`line`,
  lines: col.json<number[]>()`to_json(lines)`,
  references: col.int`reference_count`,
  /** Edges of the symbol in this direction, those beyond the limit included, `contains` left out. */
  total: col.int`total`,
});

export type NeighbourRow = RowOf<typeof edgeRow> & { symbol: CodeSymbolRow };

interface NeighboursOptions {
  id: string;
  limit: number;
  offset: number;
  callersLast: string;
}

/**
 * A symbol and what stands at the other end of its edges: calls first, then bases, imports and what contains what; among
 * these the surest first. Of production all comes before what tests need.
 * @param callersLast a regular expression: callers in such files come last
 * @param offset edges of each kind to skip
 * @param limit edges a direction, and as many again of those that say what contains what; at most 120
 * @returns undefined when the workspace has no such symbol
 */
export async function readNeighbours(
  db: Database,
  workspaceId: WorkspaceId,
  options: NeighboursOptions & { directions: readonly EdgeDirection[] },
): Promise<{ symbol: CodeSymbolRow; neighbours: NeighbourRow[] } | undefined> {
  const { id, directions, ...bounds } = options;
  const edges = directions.map((direction) => edgesOf(workspaceId, { id, direction, ...bounds }));
  const [self, ...read] = await readSymbols(db, workspaceId, {
    extra: orNull(edgeRow),
    picked: sql`select id, place, extra from (
        select ${uuid(id)} id, 0 place, null::json extra
        union all ${sql.join(edges, sql` union all `)}) picked`,
  });
  if (!self || self.extra !== null) return undefined;
  const neighbours = read.flatMap(({ body, extra }) => (extra ? [{ symbol: body, ...extra }] : []));
  return { symbol: self.body, neighbours };
}

function edgesOf(workspaceId: WorkspaceId, options: NeighboursOptions & { direction: EdgeDirection }): SQL {
  const { id, direction, limit, offset, callersLast } = options;
  const [here, there] =
    direction === 'incoming'
      ? [sql.raw('e.target_id'), sql.raw('e.source_id')]
      : [sql.raw('e.source_id'), sql.raw('e.target_id')];
  const first = direction === 'incoming' ? 0 : 2 * limit;
  return sql`(
    select other id, ${first}::int + place + case when kind = 'contains' then ${limit}::int else 0 end place,
      ${edgeRow.json} extra
    from (
      select e.*, ${direction}::text direction, ${there} other,
        (count(*) filter (where e.kind <> 'contains') over ())::int total,
        (row_number() over (
          partition by e.kind = 'contains'
          order by ${direction}::text = 'incoming' and f.path ~ ${callersLast}::text,
            array_position(array['calls', 'inherits', 'imports', 'contains'], e.kind),
            e.confidence desc, n.name, ${there}))::int - ${offset}::int place
      from code_edges e
      ${lookUp('code_symbols', 'n', sql`n.workspace_id = e.workspace_id and n.id = ${there}`)}
      ${lookUp('code_files', 'f', sql`f.workspace_id = n.workspace_id and f.id = n.file_id`)}
      where e.workspace_id = ${uuid(workspaceId)} and ${here} = ${uuid(id)}) e
    where place between 1 and ${limit}::int)`;
}
