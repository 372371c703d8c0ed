import { expect, it } from 'vitest';
import { connectedGroups } from '@memory/graph';
import { buildGraph } from './build-graph.ts';

it('splits a group whose parts meet only through another group', () => {
  const link = (sourceId: string, targetId: string) => ({ sourceId, targetId, confidence: 1 });
  const graph = buildGraph({
    ids: [],
    edges: [link('a', 'b'), link('b', 'c'), link('c', 'd'), link('d', 'e')],
  });
  expect(connectedGroups(graph, Uint32Array.of(5, 5, 2, 5, 5))).toEqual([[0, 1], [2], [3, 4]]);
});
