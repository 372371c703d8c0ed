import ngraphPageRank from 'ngraph.pagerank';
import type { MemoryGraph } from './memory-graph.ts';
import { ngraphView } from './ngraph-view.ts';

/** The probability of following a link instead of jumping anywhere, as Brin and Page set it (1998, section 2.1.1). */
const DAMPING = 0.85;

/** A share of the sum of all ranks, which is 1. A hundredth of an average rank when there are 1,000,000 memories, in about 110 rounds. */
const TOLERANCE = 1e-8;

/**
 * How much each memory is referred to, directly and through others. A link counts whatever its confidence: the caller leaves
 * out those it does not trust (below 0.3).
 * @returns a rank above 0 for every memory of the graph; together they sum to 1. Empty for an empty graph.
 */
export function pageRank(graph: MemoryGraph): Map<string, number> {
  const ranks = ngraphPageRank(ngraphView(graph), DAMPING, TOLERANCE);
  return new Map(graph.ids.map((id, place) => [id, ranks[place]!]));
}
