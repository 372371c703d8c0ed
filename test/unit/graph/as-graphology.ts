import type { MemoryGraph } from '@memory/graph';
import { DirectedGraph, UndirectedGraph } from 'graphology';
import modularityModule from 'graphology-metrics/graph/modularity.js';

// Its declarations are those of an ES module; Node sees a CommonJS module that is the function itself.
const measure = modularityModule as unknown as typeof modularityModule.default;

/** The pairs of a graph, weighted by confidence. */
export function asUndirected({ ids, low, high, confidence }: MemoryGraph): UndirectedGraph {
  const graph = new UndirectedGraph();
  for (const id of ids) graph.addNode(id);
  low.forEach((lowEnd, pair) => graph.addEdge(ids[lowEnd], ids[high[pair]!], { weight: confidence[pair] }));
  return graph;
}

/** The links of a graph: one for each way a pair points. */
export function asDirected({ ids, low, high, directions }: MemoryGraph): DirectedGraph {
  const graph = new DirectedGraph();
  for (const id of ids) graph.addNode(id);
  low.forEach((lowEnd, pair) => {
    if (directions[pair]! & 1) graph.addEdge(ids[lowEnd], ids[high[pair]!]);
    if (directions[pair]! & 2) graph.addEdge(ids[high[pair]!], ids[lowEnd]);
  });
  return graph;
}

/** Newman's modularity of a partition, weighted, as graphology measures it; -0.5..1. */
export function modularity(graph: UndirectedGraph, groups: readonly (readonly string[])[]): number {
  const groupOf = new Map(groups.flatMap((members, group) => members.map((id) => [id, group])));
  return measure(graph, { getNodeCommunity: (id) => groupOf.get(id)!, getEdgeWeight: 'weight' });
}
