declare module 'ngraph.louvain' {
  /** The part of a graph that ngraph.louvain and ngraph.leiden read. */
  export interface WeightedGraph {
    getNodesCount(): number;
    forEachNode(visit: (node: { id: number }) => void): void;
    forEachLink(visit: (link: WeightedLink) => void): void;
  }

  export interface WeightedLink {
    readonly fromId: number;
    readonly toId: number;
    readonly data: { readonly weight: number };
  }

  /** The number of the community of each node. */
  export interface Clusters {
    getClass(id: number): number;
  }

  /** One level of Louvain's method: the caller coarsens the graph for the next while `canCoarse`. */
  export default function detectClusters(
    graph: WeightedGraph,
    options: { seed: number },
  ): Clusters & { canCoarse(): boolean };
}

declare module 'ngraph.leiden' {
  import type { Clusters, WeightedGraph } from 'ngraph.louvain';

  export function detectClusters(graph: WeightedGraph, options: { randomSeed: number }): Clusters;
}
