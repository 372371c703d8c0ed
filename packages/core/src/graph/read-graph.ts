import type { FullGraphEdge, GraphNode, MemoryIdForm, WholeGraphQuery, GraphEdge } from '@memory/contracts';
import {
  listGraphEdges,
  listGraphNodes,
  type Workspace,
  type GraphEdgeRow,
  type GraphNodeRow,
} from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** Half a megabyte of JSON: what a reply can take or leave. */
const PART_ITEMS = 2_500;

export interface GraphPart {
  list: 'nodes' | 'edges';
  items: (GraphNode | FullGraphEdge)[];
  /** Where to go on behind this part; null behind the last. */
  next: string | null;
}

/** The workspace's graph, part by part, from `after` (the `next` of a part) on. */
export async function* readGraph(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { after, limit = Infinity }: WholeGraphQuery,
): AsyncGenerator<GraphPart, void> {
  const form = settings.memoryIdForm;
  const known = after === undefined ? new Set<string>() : undefined;
  let { list, id } = after === undefined ? { list: 'nodes', id: null } : readCursor(after);
  let left = limit;
  while (list === 'nodes' && left > 0) {
    const page = await listGraphNodes(db, workspace.id, { after: id, limit: Math.min(left, PART_ITEMS) });
    const items = page.items.map((row) => presentNode(row, form));
    for (const item of items) known?.add(identify(item, form));
    left -= items.length;
    if (!page.hasMore) list = 'edges';
    id = page.hasMore ? page.last : null;
    yield { list: 'nodes', items, next: cursor(list, id) };
  }
  while (left > 0) {
    const page = await listGraphEdges(db, workspace.id, {
      after: id,
      limit: Math.min(left, PART_ITEMS),
      form,
    });
    const items = page.items.map(presentFullEdge);
    left -= items.length;
    id = page.last;
    yield {
      list: 'edges',
      // A memory stored since the nodes were read brings edges to nowhere.
      items: known
        ? items.filter((edge) => known.has(edge.source_memory_id) && known.has(edge.target_memory_id))
        : items,
      next: page.hasMore ? cursor('edges', id) : null,
    };
    if (!page.hasMore) return;
  }
}

const START = '00000000-0000-0000-0000-000000000000';

const cursor = (list: string, id: string | null): string => `${list}:${id ?? START}`;

function readCursor(text: string): { list: string; id: string | null } {
  const [list = '', id = ''] = text.split(':');
  return { list, id };
}

const identify = (node: GraphNode, form: MemoryIdForm): string =>
  (form === 'A' ? node.id : node.memory_id) ?? '';

export function presentNode(row: GraphNodeRow, form: MemoryIdForm): GraphNode {
  return {
    ...(form === 'A' ? { id: row.id } : { memory_id: row.memory_id }),
    title: row.title,
    memory_type: row.memory_type,
    importance_score: row.importance_score,
    pagerank_score: row.pagerank_score,
    community_label: row.community_label,
  };
}

/** An edge of explore and path; the ends are identifiers of the form already. */
export function presentEdge(
  source: string,
  target: string,
  { relationshipType, confidence }: { relationshipType: string; confidence: number },
): GraphEdge {
  return {
    source_memory_id: source,
    target_memory_id: target,
    relationship_type: relationshipType as GraphEdge['relationship_type'],
    confidence,
  };
}

function presentFullEdge([
  source,
  target,
  relationshipType,
  confidence,
  discoveryMethod,
  isBidirectional,
  createdAt,
]: GraphEdgeRow): FullGraphEdge {
  return {
    ...presentEdge(source, target, { relationshipType, confidence }),
    discovery_method: discoveryMethod as FullGraphEdge['discovery_method'],
    is_bidirectional: isBidirectional,
    created_at: presentTimestamp(createdAt),
  };
}
