import type { ExploreBody, ExploreReply, PathBody, PathReply } from '@memory/contracts';
import {
  exploreGraph as exploreGraphRows,
  type Workspace,
  listNearestMemoryIds,
  searchMemories,
  findPath as findPathRows,
  type MemoryIdentity,
} from '@memory/db';
import { parseQuery } from '@memory/text';
import { embedQuery } from '../embedding/embed-query.ts';
import { memoryNotFound, requireMemoryRef } from '../memories/memory-ref.ts';
import type { Services } from '../services.ts';
import { presentEdge, presentNode } from './read-graph.ts';

/** The neighbourhood of the memories that match a query; empty lists when none does. */
export async function exploreGraph(
  services: Pick<Services, 'db' | 'embedding' | 'settings'>,
  workspace: Workspace,
  { query, max_nodes, relationship_types, min_edge_confidence, seed_limit }: ExploreBody,
): Promise<ExploreReply> {
  const seeds = await findSeeds(services, workspace, { query, limit: Math.min(seed_limit, max_nodes) });
  const explored = await exploreGraphRows(services.db, workspace.id, {
    seeds,
    maxNodes: max_nodes,
    minConfidence: min_edge_confidence,
    types: relationship_types,
  });
  const form = services.settings.memoryIdForm;
  const refs = explored.nodes.map(({ id, memory_id }) => (form === 'A' ? id : memory_id));
  return {
    nodes: explored.nodes.map((node) => presentNode(node, form)),
    edges: explored.edges.map(({ source, target, ...edge }) =>
      presentEdge(refs[source] ?? '', refs[target] ?? '', edge),
    ),
    seed_memories: refs.slice(0, explored.seedCount),
  };
}

/** Least cosine similarity of a seed, as search asks of a semantic match. */
const SIMILARITY_LEAST = 0.15;

/**
 * Memories to explore from: those nearest to the query in meaning; those that hold its words while it cannot be embedded,
 * or where the nearest have no embedding yet.
 * @returns at most `limit` UUIDs, the best first; none for a query that matches nothing
 */
async function findSeeds(
  services: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  { query, limit }: { query: string; limit: number },
): Promise<string[]> {
  const { db } = services;
  if (query.trim() === '') return [];
  const { text, required, ...words } = parseQuery(query, workspace.language, {
    glossary: workspace.glossary,
  });
  const { semantic } = await embedQuery(services, workspace, text);
  const near = semantic
    ? await listNearestMemoryIds(db, workspace.id, {
        semantic,
        threshold: SIMILARITY_LEAST,
        limit,
        hasSemanticIndex: workspace.hasSemanticIndex,
      })
    : [];
  if (near.length > 0 || words.words.length === 0) return near;
  const found = await searchMemories(db, workspace.id, {
    ...words,
    filters: { required },
    semantic: null,
    memoryCount: workspace.memoryCount,
    hasSemanticIndex: false,
    limit,
    offset: 0,
  });
  return found.map(({ memory }) => memory.id);
}

/** A shortest path between two memories, whichever way its edges point; empty lists without one. @throws not_found */
export async function findPath(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { source_memory_id, target_memory_id, max_depth, relationship_types }: PathBody,
): Promise<PathReply> {
  const form = settings.memoryIdForm;
  const found = await findPathRows(db, workspace.id, {
    source: requireMemoryRef(form, source_memory_id),
    target: requireMemoryRef(form, target_memory_id),
    maxDepth: max_depth,
    types: relationship_types,
  });
  if (!found.sourceExists) throw memoryNotFound(source_memory_id);
  if (!found.targetExists) throw memoryNotFound(target_memory_id);
  const refOf = ({ id, memory_id }: MemoryIdentity) => (form === 'A' ? id : memory_id);
  return {
    path: found.path.map(refOf),
    edges: found.edges.map(({ source, target, relationship_type, confidence }) =>
      presentEdge(refOf(source), refOf(target), { relationshipType: relationship_type, confidence }),
    ),
    depth: Math.max(0, found.path.length - 1),
  };
}
