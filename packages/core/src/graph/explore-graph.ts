import type { ExploreBody, ExploreReply } from '@memory/contracts';
import { exploreGraph as exploreGraphRows, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { findSeeds } from './find-seeds.ts';
import { presentEdge, presentNode } from './present-graph.ts';

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
