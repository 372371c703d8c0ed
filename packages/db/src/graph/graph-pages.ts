import { sql, type SQL } from 'drizzle-orm';
import type { MemoryIdForm } from '@memory/contracts';
import { type Database, type WorkspaceId, query } from '../database.ts';
import { col, row, type JsonValue, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** More than one answer can hold of either. */
const PAGE_ITEMS = 6_000;

export interface GraphPageOptions {
  /** Id of the last item of the page before; null for the first page. */
  after: string | null;
  /** Most items; a page may hold fewer and still have a next one. */
  limit?: number;
}

export function listGraphNodes(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit = PAGE_ITEMS }: GraphPageOptions,
): Promise<JsonPage<GraphNodeRow>> {
  const size = Math.min(limit, PAGE_ITEMS);
  return readJsonPage(db, {
    item: graphNodeRow,
    limit: size,
    selection: sql`select m.id, ${graphNodeRow.json} body 
      from memories_after(${uuid(workspaceId)}, ${uuid(after ?? FIRST)}, ${size}::int) m ${joinCounters}`,
  });
}

/** An edge of the whole graph; its ends are identifiers of the form that was asked for. */
export type GraphEdgeRow = [
  source: string,
  target: string,
  relationshipType: string,
  confidence: number,
  discoveryMethod: string,
  isBidirectional: boolean,
  createdAt: string,
];
/** A tuple: a million edges would repeat the names of their columns a million times. */
const GRAPH_EDGE = col.json<GraphEdgeRow>()`body`;

/** Relationships `r` of a page as tuples: identifiers of their ends in the form that was asked for, then the rest. */
export const edgeTuples = (page: SQL, { rest, form }: { rest: SQL; form: MemoryIdForm }): SQL =>
  form === 'A'
    ? sql`select r.id, json_build_array(r.source_id, r.target_id, ${rest}) body from ${page} r`
    : sql`select r.id, json_build_array(s.memory_id, t.memory_id, ${rest}) body from ${page} r
        join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
        join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id`;

export function listGraphEdges(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit = PAGE_ITEMS, form }: GraphPageOptions & { form: MemoryIdForm },
): Promise<JsonPage<GraphEdgeRow>> {
  const size = Math.min(limit, PAGE_ITEMS);
  const page = sql`relationships_after(${uuid(workspaceId)}, ${uuid(after ?? FIRST)}, 0::float8, ${size}::int)`;
  const rest = sql`r.relationship_type, r.confidence, r.discovery_method, r.is_bidirectional, r.created_at`;
  return readJsonPage(db, {
    item: GRAPH_EDGE,
    limit: size,
    selection: edgeTuples(page, { rest, form }),
  });
}

/** Bytes of JSON a row: with the last item, which may take as much again, it fits the 64 KB that the Data API allows. */
const ROW_BYTES = sql.raw('30000');

/** Bytes of JSON an answer: the Data API's 1 MiB less what its own JSON adds by escaping ours. */
const ANSWER_BYTES = sql.raw('600000');

/** Before every id: where the first page begins. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

export interface JsonPage<Item> {
  items: Item[];
  /** Id of the last item, from which the next page goes on; null on an empty page. */
  last: string | null;
  hasMore: boolean;
}

const part = row({
  /** A JSON list. */
  items: col.text`'[' || string_agg(body, ',' order by id) || ']'`,
  last: col.uuid`(array_agg(id order by id desc))[1]`,
  size: col.int`count(*)`,
  total: col.int`max(total)`,
});

/**
 * Reads one page of small JSON items, as many as one answer of the Data API can hold.
 * @param item what `body` is
 * @param selection selects `id uuid` and `body json` of at most 30 kB, the first `limit` in the order of `id`
 */
export async function readJsonPage<Item>(
  db: Database,
  { item, selection, limit }: { item: JsonValue<Item>; selection: SQL; limit: number },
): Promise<JsonPage<Item>> {
  const rows = await query(db, part)`
    with selected as materialized (select id, body::text body from (${selection}) s),
      measured as (
        select id, body, count(*) over () total, octet_length(body) own,
          sum(octet_length(body) + 1) over (order by id rows unbounded preceding) running from selected),
      kept as (
        select id, body, total, div(running - own, ${ROW_BYTES}) part from measured
        where running <= ${ANSWER_BYTES} or running = own + 1)
      select ${part.columns}
      from kept group by part order by part`;
  const { parse: parseList } = col.listOf(item)``;
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  const total = rows[0]?.total ?? 0;
  return {
    items: rows.flatMap(({ items }) => parseList(items)),
    last: rows.at(-1)?.last ?? null,
    hasMore: size < total || total === limit,
  };
}

/** Joins the counters of memory `m` as `c`: looked up one by one, as the planner would not where it knows little. */
export const joinCounters = sql.raw(`cross join lateral (
  select * from memory_counters c where c.workspace_id = m.workspace_id and c.memory_id = m.id offset 0) c`);

/** Memory `m` with its counters `c` as a node of the graph, with both forms of its identifier. */
export const graphNodeRow = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  memory_type: col.memoryType`m.memory_type`,
  importance_score: col.float`m.importance_score`,
  pagerank_score: col.float.orNull`c.pagerank_score`,
  community_label: col.text.orNull`c.community_label`,
});
export type GraphNodeRow = RowOf<typeof graphNodeRow>;
