import { hash } from 'node:crypto';
import louvainModule from 'graphology-communities-louvain';
import type { MemoryGraph } from './memory-graph.ts';

// Its declarations are those of an ES module and of a whole graph; Node sees a CommonJS module that is the function itself.
const louvain = louvainModule as unknown as (
  graph: GraphologyView,
  options: { getEdgeWeight: (pair: number) => number; randomWalk: boolean },
) => Record<number, number>;

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

function louvainGroups(graph: MemoryGraph): Uint32Array {
  const visited = scattered(graph.ids);
  const groupOf = louvain(graphologyView(graph, visited), {
    getEdgeWeight: (pair) => graph.confidence[pair]!,
    randomWalk: false,
  });
  const groups = new Uint32Array(visited.length);
  visited.forEach((place, turn) => (groups[place] = groupOf[turn]!));
  return groups;
}

/** An undirected graph as the library reads one, by the methods that it calls. */
interface GraphologyView {
  type: 'undirected';
  multi: boolean;
  order: number;
  size: number;
  selfLoopCount: number;
  forEachNode(visit: (node: number) => void): void;
  undirectedDegreeWithoutSelfLoops(node: number): number;
  forEachEdge(visit: (edge: number, attributes: object, source: number, target: number) => void): void;
  /** Looked for by the library's check of its argument, and not called. */
  addUndirectedEdgeWithKey(): void;
  dropNode(): void;
}

const NONE = {};

/**
 * The pairs as a graph of graphology, over the typed arrays: a node is the turn in which it is visited. A real `UndirectedGraph` holds
 * an object and four map entries a pair, some 360 bytes, where Louvain's own index takes 24.
 */
function graphologyView({ low, high }: MemoryGraph, visited: Uint32Array): GraphologyView {
  const turnOf = new Uint32Array(visited.length);
  visited.forEach((place, turn) => (turnOf[place] = turn));
  const degrees = new Uint32Array(visited.length);
  for (const ends of [low, high]) for (const end of ends) degrees[turnOf[end]!]! += 1;
  return {
    type: 'undirected',
    multi: false,
    order: visited.length,
    size: low.length,
    selfLoopCount: 0,
    forEachNode: (visit) => {
      for (let turn = 0; turn < visited.length; turn += 1) visit(turn);
    },
    undirectedDegreeWithoutSelfLoops: (turn) => degrees[turn]!,
    forEachEdge: (visit) => {
      for (let pair = 0; pair < low.length; pair += 1)
        visit(pair, NONE, turnOf[low[pair]!]!, turnOf[high[pair]!]!);
    },
    addUndirectedEdgeWithKey: never,
    dropNode: never,
  };
}

function never(): never {
  throw new Error('A view of a graph is not changed.');
}

/**
 * The places in the order in which Louvain visits them: by a hash of the id. Neighbours visited one after the other join into
 * worse groups (modularity .868 instead of .885 where ids follow the groups), and unlike a seeded shuffle this order stays
 * the same when memories come and go.
 */
function scattered(ids: readonly string[]): Uint32Array {
  const hashes = ids.map((id) => hash('sha1', id));
  return Uint32Array.from(ids.keys()).sort((a, b) => (hashes[a]! < hashes[b]! ? -1 : 1));
}

/**
 * The connected pieces of each group, by union and find over the pairs whose ends share a group.
 * @param groupOf the number of each memory's group, by place
 * @returns the places of each piece in ascending order
 */
export function connectedGroups({ ids, low, high }: MemoryGraph, groupOf: Uint32Array): number[][] {
  const parent = Uint32Array.from(ids, (_, place) => place);

  function rootOf(place: number): number {
    let root = place;
    while (parent[root] !== root) {
      // Halving the path keeps it short: each place passed now points past its parent.
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  }

  for (let pair = 0; pair < low.length; pair += 1) {
    const lowEnd = low[pair]!;
    const highEnd = high[pair]!;
    if (groupOf[lowEnd] === groupOf[highEnd]) parent[rootOf(highEnd)] = rootOf(lowEnd);
  }
  const pieces = Map.groupBy(ids.keys(), rootOf);
  return [...pieces.values()];
}
