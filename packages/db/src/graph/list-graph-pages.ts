import { sql } from 'drizzle-orm';
import type { MemoryIdForm } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { col } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { graphNodeRow, joinCounters, type GraphNodeRow } from './graph-node-row.ts';
import { FIRST, readJsonPage, type JsonPage } from './read-json-page.ts';

/** More than one answer can hold of either. */
const PAGE_ITEMS = 6_000;

export interface GraphPageOptions {
  /** Id of the last item of the page before; null for the first page. */
  after: string | null;
  /** Most items; a page may hold fewer and still have a next one. */
  limit?: number;
}

/** A page of the workspace's memories as nodes, in the order of their ids. */
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

/** A page of the workspace's relationships, in the order of their ids. */
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
    selection:
      form === 'A'
        ? sql`select r.id, json_build_array(r.source_id, r.target_id, ${rest}) body from ${page} r`
        : sql`select r.id, json_build_array(s.memory_id, t.memory_id, ${rest}) body from ${page} r
            join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
            join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id`,
  });
}
