import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import { connectedGroups } from './connected-groups.ts';
import type { MemoryGraph } from './memory-graph.ts';

// Its declarations are those of an ES module; Node sees a CommonJS module that is the function itself.
const louvain = louvainModule as unknown as typeof louvainModule.default;

/**
 * Groups of memories more related among themselves than to the rest: Louvain's method (Blondel et al. 2008) on the pairs
 * weighted by confidence, whichever way they point. Every memory is in exactly one group, each group is connected, and a
 * memory without pairs is a group of its own. The same graph always gives the same groups.
 * @returns the ids of each group in ascending order; larger groups first, then by first id
 */
export function communities(graph: MemoryGraph): string[][] {
  // Louvain may leave a group in pieces when a memory that held it together moves on. Each piece alone is never worse in modularity.
  const groups = connectedGroups(graph, louvainGroups(graph));
  return groups
    .map((places) => places.map((place) => graph.ids[place]!))
    .sort((a, b) => b.length - a.length || (a[0]! < b[0]! ? -1 : 1));
}

/** The number of each memory's group, by place. */
function louvainGroups({ ids, low, high, confidence }: MemoryGraph): Uint32Array {
  const graph = new UndirectedGraph();
  for (let place = 0; place < ids.length; place += 1) graph.addNode(place);
  for (let pair = 0; pair < low.length; pair += 1) graph.addEdgeWithKey(pair, low[pair], high[pair]);
  const groupOf = louvain(graph, {
    getEdgeWeight: (pair) => confidence[Number(pair)]!,
    // Visiting in order of id needs no seed, and a memory more or less changes little of the order.
    randomWalk: false,
  });
  return Uint32Array.from(ids, (_, place) => groupOf[place]!);
}
