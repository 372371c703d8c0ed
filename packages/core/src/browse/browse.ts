import {
  type MemoryType,
  type Memory,
  normalizeFilePath,
  type SearchReply,
  MEMORY_TYPES,
  type RelationshipType,
} from '@memory/contracts';
import {
  listMemoryTitles,
  readSuccessors,
  type Workspace,
  listRecentMemories,
  listMemoriesOfFile,
  readInsight,
} from '@memory/db';
import { presentMemory, presentTimestamp } from '../memories/present-memory.ts';
import { presentResult } from '../search/present-result.ts';
import type { Services } from '../services.ts';

export interface IndexEntry {
  id?: string;
  memory_id?: string;
  title: string;
  memory_type: MemoryType;
  note?: string;
  code?: string;
}

export async function getIndex(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  options: { limit: number; offset?: number },
): Promise<{ count: number; results: IndexEntry[] }> {
  const rows = await listMemoryTitles(db, workspace.id, options);
  const successors =
    rows.length === 0
      ? []
      : await readSuccessors(db, workspace.id, { ids: rows.map(({ id }) => id), filters: {} });
  const successorOf = new Map(successors.flatMap((to) => to.replaced.map((id) => [id, to.memory] as const)));
  const noteOn = (id: string) => {
    const successor = successorOf.get(id);
    return successor ? { note: `replaced by ${successor.title}` } : {};
  };
  const results = rows.map(({ id, memory_id, title, memory_type, code }): IndexEntry => ({
    ...(settings.memoryIdForm === 'A' ? { id } : { memory_id }),
    title,
    memory_type,
    ...noteOn(id),
    ...(code === null ? {} : { code }),
  }));
  return { count: results.length, results };
}

const DAY_MS = 86_400_000;

export async function getTimeline(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { days, limit, offset = 0 }: { days: number; limit: number; offset?: number },
): Promise<{ count: number; results: Memory[] }> {
  const since = new Date(clock().getTime() - days * DAY_MS);
  const rows = await listRecentMemories(db, workspace.id, { since, limit, offset });
  return { count: rows.length, results: rows.map((row) => presentMemory(row, settings.memoryIdForm)) };
}

/** Memories of a file by its path or a part of it, in the form of a search without words (decision 23). */
export async function listMemoriesByFile(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { filePath, limit, offset }: { filePath: string; limit: number; offset: number },
): Promise<SearchReply> {
  const path = normalizeFilePath(filePath);
  const found = await listMemoriesOfFile(db, workspace.id, {
    path,
    project: workspace.project,
    limit,
    offset,
  });
  return {
    count: found.length,
    query: '',
    filters: { workspace_id: workspace.id, memory_types: null, tags: null, min_importance: null },
    results: found.map((ranked) => presentResult(ranked, settings)),
    degraded: false,
    degradation_reason: null,
    code_graph_available: null,
  };
}

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
  last_discovery_run_at: string | null;
}

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
