import type { MemoryGraph } from '@memory/graph';
import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import { detectClusters as leidenClusters } from 'ngraph.leiden';
import louvainClusters from 'ngraph.louvain';
import type { Clusters, WeightedGraph, WeightedLink } from 'ngraph.louvain';
import { seededRandom } from '../../unit/graph/sample-graphs.ts';

/** Returns the number of each memory's community, by place. */
export type FindCommunities = (graph: MemoryGraph) => Uint32Array;

/** The libraries compared for `communities`, each as its documentation has it. */
export const candidates: Readonly<Record<string, FindCommunities>> = {
  'graphology-communities-louvain': graphologyLouvain,
  'ngraph.louvain': ngraphLouvain,
  'ngraph.leiden': ngraphLeiden,
};

function graphologyLouvain({ ids, low, high, confidence }: MemoryGraph): Uint32Array {
  const louvain = louvainModule as unknown as typeof louvainModule.default;
  const graph = new UndirectedGraph();
  for (const place of ids.keys()) graph.addNode(place);
  for (const pair of low.keys())
    graph.addEdgeWithKey(pair, low[pair], high[pair], { weight: confidence[pair] });
  const groups = louvain(graph, { getEdgeWeight: 'weight', rng: seededRandom(1) });
  return Uint32Array.from(ids, (_, place) => groups[place]!);
}

function ngraphLouvain(graph: MemoryGraph): Uint32Array {
  const groupOf = Uint32Array.from(graph.ids, (_, place) => place);
  let level = weightedGraph(graph);
  for (;;) {
    const clusters = louvainClusters(level, { seed: 42 });
    for (const place of groupOf.keys()) groupOf[place] = clusters.getClass(groupOf[place]!);
    if (!clusters.canCoarse()) return groupOf;
    level = coarsen(level, clusters);
  }
}

function ngraphLeiden(graph: MemoryGraph): Uint32Array {
  const clusters = leidenClusters(weightedGraph(graph), { randomSeed: 42 });
  return Uint32Array.from(graph.ids, (_, place) => clusters.getClass(place));
}

function weightedGraph({ ids, low, high, confidence }: MemoryGraph): WeightedGraph {
  return {
    getNodesCount: () => ids.length,
    forEachNode: (visit) => {
      for (const id of ids.keys()) visit({ id });
    },
    forEachLink: (visit) => {
      for (const pair of low.keys())
        visit({ fromId: low[pair]!, toId: high[pair]!, data: { weight: confidence[pair]! } });
    },
  };
}

/** A node for each cluster; the links within one become a loop of twice their weight, since each has two ends there. */
function coarsen(graph: WeightedGraph, clusters: Clusters): WeightedGraph {
  const nodes = new Set<number>();
  graph.forEachNode(({ id }) => nodes.add(clusters.getClass(id)));
  const links = new Map<string, WeightedLink>();
  graph.forEachLink((link) => {
    const [fromId, toId] = [clusters.getClass(link.fromId), clusters.getClass(link.toId)].sort(
      (a, b) => a - b,
    ) as [number, number];
    const isInner = fromId === toId && link.fromId !== link.toId;
    const key = `${fromId} ${toId}`;
    const weight = (links.get(key)?.data.weight ?? 0) + link.data.weight * (isInner ? 2 : 1);
    links.set(key, { fromId, toId, data: { weight } });
  });
  return {
    getNodesCount: () => nodes.size,
    forEachNode: (visit) => {
      for (const id of nodes) visit({ id });
    },
    forEachLink: (visit) => {
      for (const link of links.values()) visit(link);
    },
  };
}
