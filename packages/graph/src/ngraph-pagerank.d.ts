declare module 'ngraph.pagerank' {
  import type { Graph } from 'ngraph.graph';

  /**
   * @param internalJumpProbability the damping factor, by default 0.85
   * @param epsilon stops when the ranks of two rounds differ by less in sum, by default 0.005
   * @returns the rank of each node id; ranks sum to 1
   */
  export default function pageRank(
    graph: Pick<Graph, 'getNodesCount' | 'getLinksCount' | 'forEachNode' | 'forEachLinkedNode'>,
    internalJumpProbability?: number,
    epsilon?: number,
  ): Record<string, number>;
}
