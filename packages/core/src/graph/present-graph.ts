import type { FullGraphEdge, GraphEdge, GraphNode, MemoryIdForm } from '@memory/contracts';
import type { GraphEdgeRow, GraphNodeRow } from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';

/** A memory as a node, with the one identifier of the form. */
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

export function presentFullEdge([
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
