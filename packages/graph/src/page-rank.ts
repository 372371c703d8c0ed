import type { Graph, Link, Node } from 'ngraph.graph';
import ngraphPageRank from 'ngraph.pagerank';
import { type MemoryGraph, HIGH_TO_LOW, LOW_TO_HIGH } from './memory-graph.ts';

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

/** A graph as `ngraph.pagerank` reads it. */
type NgraphView = Pick<
  Graph<undefined, undefined>,
  'getNodesCount' | 'getLinksCount' | 'forEachNode' | 'forEachLinkedNode'
>;

/**
 * A graph as the ngraph algorithms read one, over the typed arrays: node ids are places in `graph.ids`, and a link stands for
 * each way that a pair points. A real `ngraph.graph` holds an object, a string and four set entries a link.
 */
function ngraphView(graph: MemoryGraph): NgraphView {
  const { starts, incident } = incidentPairs(graph);
  return {
    getNodesCount: () => graph.ids.length,
    getLinksCount: () =>
      graph.directions.reduce((links, bits) => links + (bits === (LOW_TO_HIGH | HIGH_TO_LOW) ? 2 : 1), 0),
    forEachNode(visit) {
      for (let place = 0; place < graph.ids.length; place += 1) visit(nodeAt(place));
    },
    forEachLinkedNode(place, visit) {
      for (let at = starts[Number(place)]!; at < starts[Number(place) + 1]!; at += 1) {
        const pair = incident[at]!;
        const low = graph.low[pair]!;
        const high = graph.high[pair]!;
        const other = nodeAt(low === place ? high : low);
        if (graph.directions[pair]! & LOW_TO_HIGH) visit(other, linkBetween(low, high));
        if (graph.directions[pair]! & HIGH_TO_LOW) visit(other, linkBetween(high, low));
      }
      return undefined;
    },
  };
}

/** For each memory its slice of `incident`, which holds the pairs it is an end of. */
function incidentPairs({ ids, low, high }: MemoryGraph): { starts: Uint32Array; incident: Uint32Array } {
  const starts = new Uint32Array(ids.length + 1);
  for (const ends of [low, high]) for (const end of ends) starts[end + 1]! += 1;
  for (let place = 0; place < ids.length; place += 1) starts[place + 1]! += starts[place]!;
  const next = starts.slice();
  const incident = new Uint32Array(2 * low.length);
  for (let pair = 0; pair < low.length; pair += 1) {
    for (const end of [low[pair]!, high[pair]!]) {
      incident[next[end]!] = pair;
      next[end]! += 1;
    }
  }
  return { starts, incident };
}

function nodeAt(place: number): Node<undefined> {
  return { id: place, links: null, data: undefined };
}

function linkBetween(fromId: number, toId: number): Link<undefined> {
  return { id: '', fromId, toId, data: undefined };
}
