import { MEMORY_TYPES, type MemoryType, type RelationshipType } from '@memory/contracts';
import { readInsight, type Workspace } from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

export interface WorkspaceInsight {
  workspace_id: string;
  total_memories: number;
  /** All nine types, zeros included. */
  memory_counts: Record<MemoryType, number>;
  total_relationships: number;
  /** The most frequent first; there are seven types. */
  relationship_counts: { relationship_type: RelationshipType; count: number }[];
  /** Observations that no summary has read yet. */
  pending_observations: number;
  last_memory_added_at: string | null;
  /** When discovery last finished with a memory. */
  last_discovery_run_at: string | null;
}

/** The workspace in numbers. */
export async function getInsight(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
): Promise<WorkspaceInsight> {
  const insight = await readInsight(db, workspace.id);
  const counts = MEMORY_TYPES.map((type) => [type, insight.memories[type] ?? 0] as const);
  const relationships = Object.entries(insight.relationships) as [RelationshipType, number][];
  const optional = (timestamp: string | null) => (timestamp === null ? null : presentTimestamp(timestamp));
  return {
    workspace_id: workspace.id,
    total_memories: sum(Object.values(insight.memories)),
    memory_counts: Object.fromEntries(counts) as Record<MemoryType, number>,
    total_relationships: sum(Object.values(insight.relationships)),
    relationship_counts: relationships
      .map(([relationship_type, count]) => ({ relationship_type, count }))
      .toSorted((a, b) => b.count - a.count || (a.relationship_type < b.relationship_type ? -1 : 1)),
    pending_observations: insight.pending_observations,
    last_memory_added_at: optional(insight.last_memory_added_at),
    last_discovery_run_at: optional(insight.last_discovery_run_at),
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
