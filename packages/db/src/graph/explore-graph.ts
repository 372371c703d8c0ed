import { sql, type SQL } from 'drizzle-orm';
import { type Database, type WorkspaceId, query } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { idRow } from '../is-there.ts';
import { readWhole, type WholeRow } from '../read-whole.ts';
import { col } from '../row.ts';
import { nearest } from '../search/nearest.ts';
import { queryVector } from '../search/semantic-expressions.ts';
import type { SemanticQuery } from '../search/semantic-query.ts';
import { textArray, uuid, uuidArray } from '../sql-values.ts';
import { graphNodeRow, joinCounters, type GraphNodeRow } from './graph-pages.ts';

/** Edges of a memory that are looked at in each direction, the best first: what bounds a hub. */
const EDGES_PER_NODE = sql.raw('50');

/** Steps from the seeds. */
const DEPTH_MAX = sql.raw('10');

/** Edges of one answer, the best first; only some hundred memories with everything in common have more. */
const EDGES_MAX = sql.raw('5000');

/** Edges a list: 45 kB of 64. */
const EDGES_PER_LIST = sql.raw('1000');

const LIMIT_MS = sql.raw('5000');

interface ExploreOptions {
  /** UUIDs, the best first. */
  seeds: readonly string[];
  maxNodes: number;
  minConfidence: number;
  /** Null or empty: all. */
  types: readonly string[] | null;
}

interface ExploredGraph {
  /** The seeds, then what was found from them, nearer and better first. */
  nodes: GraphNodeRow[];
  /** How many of the nodes, from the first, are seeds. */
  seedCount: number;
  /** Between these nodes, by their places in the list; the most confident first. */
  edges: { source: number; target: number; relationshipType: string; confidence: number }[];
}

/** Place of node `n`; null beside a list of edges. */
const PLACE = col.json<[place: number, isSeed: boolean]>().orNull`json_build_array(n.position, n.is_seed)`;

type EdgeTuple = [source: number, target: number, relationshipType: string, confidence: number];

/** Many edges, or one node. */
const PART = col.json<EdgeTuple[] | GraphNodeRow>()`body`;

/**
 * The neighbourhood of some memories, level by level: of each level the memories with the best edges, until there are
 * `maxNodes`. It ends after 5 s with the code of a cancelled statement.
 */
export async function exploreGraph(
  db: Database,
  workspaceId: WorkspaceId,
  { seeds, maxNodes, minConfidence, types }: ExploreOptions,
): Promise<ExploredGraph> {
  const first = seeds.slice(0, maxNodes);
  if (first.length === 0) return { nodes: [], seedCount: 0, edges: [] };
  const follows = sql`r.workspace_id = ${uuid(workspaceId)} and r.confidence >= ${minConfidence}::float8
    ${types?.length ? sql`and r.relationship_type = any(${textArray(types)})` : sql``}`;
  const parts = await readWhole(db, {
    body: PART,
    extra: PLACE,
    plannedOnce: true,
    expressions: walk(workspaceId, { first, maxNodes, follows }),
    // Edges come first: they always fit one answer, so that what is read again are memories.
    selection: sql`select id, (row_number() over (order by kind, position))::int place, extra, body from (
        select ('00000000-0000-0000-0000-' || lpad(part::text, 12, '0'))::uuid id, 0 kind, part position,
          null::json extra, json_agg(json_build_array(source, target, relationship_type, confidence)
            order by confidence desc, source, target, relationship_type) body
        from (
          select *, (row_number() over (order by confidence desc, source, target, relationship_type) - 1)
            / ${EDGES_PER_LIST} part from edge) numbered
        group by part
        union all
        select m.id, 1, n.position, ${PLACE.json}, ${graphNodeRow.json}
        from node n join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = n.id ${joinCounters}) document`,
    again: (ids) => sql`select m.id, u.place::int, null::json extra, ${graphNodeRow.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id ${joinCounters}`,
  });
  return joinParts(parts);
}

function walk(
  workspaceId: WorkspaceId,
  { first, maxNodes, follows }: { first: readonly string[]; maxNodes: number; follows: SQL },
): SQL {
  // Asked once a memory: `offset 0` keeps the planner from asking once an edge.
  const inTime = sql`in_time(statement_timestamp(), ${LIMIT_MS})`;
  // The union keeps its `offset 0`: pushed down into both of its parts, "not in" would share one hash table, and PostgreSQL
  // (17 and 18) renews it for the next level in the first part only, so that memories were found twice.
  const neighbours = (near: string, far: string) => sql`(
    select ${sql.raw(`r.${far}`)} id, r.confidence from relationships r
    where ${follows} and ${sql.raw(`r.${near}`)} = f.id
    order by r.confidence desc limit ${EDGES_PER_NODE})`;
  return sql`recursive level as (
      select 0 depth, s.ids frontier, s.ids seen from (
        select array_agg(m.id order by u.place) ids
        from unnest(${uuidArray(first)}) with ordinality u(id, place)
        join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id) s
      where s.ids is not null
      union all
      select level.depth + 1, next.ids, level.seen || next.ids from level cross join lateral (
        select array_agg(best.id order by best.confidence desc, best.id) ids from (
          select n.id, max(n.confidence) confidence
          from (select id from unnest(level.frontier) u(id) where ${inTime} offset 0) f cross join lateral (
            ${neighbours('source_id', 'target_id')} union all ${neighbours('target_id', 'source_id')} offset 0) n
          where n.id not in (select unnest(level.seen))
          group by n.id order by max(n.confidence) desc, n.id
          limit greatest(${maxNodes}::int - cardinality(level.seen), 0)) best) next
      where cardinality(level.seen) < ${maxNodes}::int and level.depth < ${DEPTH_MAX} and next.ids is not null),
    node as materialized (
      select u.id, u.position::int position, u.position <= cardinality(seeds.seen) is_seed
      from (select seen from level where depth = 0) seeds, (select seen from level order by depth desc limit 1) deepest,
        unnest(deepest.seen) with ordinality u(id, position)),
    edge as materialized (
      select s.position source, t.position target, r.relationship_type, max(r.confidence) confidence
      from (select id, position from node where ${inTime} offset 0) s cross join lateral (
        select r.target_id, r.relationship_type, r.confidence from relationships r
        where ${follows} and r.source_id = s.id
        -- An order that one index has: without statistics the planner would take another.
        order by r.confidence desc) r
      join node t on t.id = r.target_id
      group by s.position, t.position, r.relationship_type
      order by max(r.confidence) desc, s.position, t.position, r.relationship_type limit ${EDGES_MAX})`;
}

function joinParts(
  parts: Pick<
    WholeRow<EdgeTuple[] | GraphNodeRow, [place: number, isSeed: boolean] | null>,
    'body' | 'extra'
  >[],
): ExploredGraph {
  const nodes: GraphNodeRow[] = [];
  const indexOf = new Map<number, number>();
  let seedCount = 0;
  const edges: EdgeTuple[] = [];
  for (const { extra, body } of parts) {
    if (Array.isArray(body)) edges.push(...body);
    if (Array.isArray(body) || extra === null) continue;
    const [place, isSeed] = extra;
    indexOf.set(place, nodes.length);
    nodes.push(body);
    if (isSeed) seedCount += 1;
  }
  return {
    nodes,
    seedCount,
    edges: edges.flatMap(([from, to, relationshipType, confidence]) => {
      const source = indexOf.get(from);
      const target = indexOf.get(to);
      // A memory that was deleted between two parts of the answer takes its edges along.
      return source === undefined || target === undefined
        ? []
        : [{ source, target, relationshipType, confidence }];
    }),
  };
}

interface NearestIdsOptions {
  semantic: SemanticQuery;
  /** Least cosine similarity kept, 0..1. */
  threshold: number;
  limit: number;
  hasSemanticIndex: boolean;
}

/** Ids of the memories nearest to a query in meaning, the nearest first; one without an embedding never appears. */
export async function listNearestMemoryIds(
  db: Database,
  workspaceId: WorkspaceId,
  { semantic, threshold, limit, hasSemanticIndex }: NearestIdsOptions,
): Promise<string[]> {
  const candidates = nearest(db, workspaceId, {
    model: semantic.model,
    passes: undefined,
    hasSemanticIndex,
    limit,
  });
  const rows = await query(db, idRow)`with ${queryVector(db, semantic)}
      select ${idRow.columns} from (${candidates}) c where cosine >= ${threshold}::float8 order by cosine desc, c.id
      ${sql.raw(hasSemanticIndex ? '' : PLANNED_ONCE)}`;
  return rows.map(({ id }) => id);
}
