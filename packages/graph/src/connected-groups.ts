import type { MemoryGraph } from './memory-graph.ts';

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
