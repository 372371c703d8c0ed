import { communities } from '@memory/graph';
import * as fc from 'fast-check';
import type { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import { describe, expect, it } from 'vitest';
import { portionOf } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';
import { asUndirected, modularity } from './as-graphology.ts';
import { buildGraph } from './build-graph.ts';
import { edgesBetween } from './edges-between.ts';
import { plantedGroups, seededRandom, wordNet } from './sample-graphs.ts';

// Its declarations are those of an ES module; Node sees a CommonJS module that is the function itself.
const louvain = louvainModule as unknown as typeof louvainModule.default;

const SAMPLES = [
  ['planted groups', () => plantedGroups({ nodes: 5000, edges: 40_000 })],
  ['the verbs and adjectives of WordNet', () => wordNet(['verb', 'adj'])],
] as const;

describe('communities', () => {
  for (const [name, sample] of portionOf(SAMPLES, 2))
    verifies(
      'graph.analysis.communities-quality',
      () => {
        const built = buildGraph(sample());
        const graph = asUndirected(built);
        const found = communities(built);
        const reference = Map.groupBy(
          Object.entries(louvain(graph, { getEdgeWeight: 'weight', rng: seededRandom(7) })),
          ([, group]) => group,
        );
        const referenceModularity = modularity(
          graph,
          [...reference.values()].map((entries) => entries.map(([id]) => id)),
        );
        expect(referenceModularity).toBeGreaterThan(0.5);
        expect(modularity(graph, found)).toBeGreaterThan(referenceModularity - 0.01);
        expect(found.every((members) => isConnected(graph, members))).toBe(true);
        expect(communities(buildGraph(sample()))).toEqual(found);
      },
      { title: `on ${name}` },
    );

  it('hold each memory once, connected, larger ones first', () => {
    fc.assert(
      fc.property(edgesBetween(20), (edges) => {
        const built = buildGraph({ ids: ['alone'], edges });
        const graph = asUndirected(built);
        const found = communities(built);
        expect(found.flat().sort()).toEqual(built.ids);
        expect(found.map(({ length }) => length)).toEqual(
          found.map(({ length }) => length).sort((a, b) => b - a),
        );
        expect(found.every((members) => isConnected(graph, members))).toBe(true);
        expect(found).toContainEqual(['alone']);
      }),
    );
  });

  it('follow confidence: a weak edge does not join what strong ones hold together', () => {
    const ring = (names: readonly string[], confidence: number) =>
      names.map((sourceId, at) => ({ sourceId, targetId: names[(at + 1) % names.length]!, confidence }));
    const strong = [...ring(['a', 'b'], 0.9), ...ring(['c', 'd'], 0.9)];
    const weak = [
      { sourceId: 'a', targetId: 'c', confidence: 0.3 },
      { sourceId: 'b', targetId: 'd', confidence: 0.3 },
    ];
    expect(communities(buildGraph({ ids: [], edges: [...strong, ...weak] }))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are none in an empty graph', () => {
    expect(communities(buildGraph({ ids: [], edges: [] }))).toEqual([]);
  });
});

function isConnected(graph: UndirectedGraph, members: readonly string[]): boolean {
  const inside = new Set(members);
  const reached = new Set(members.slice(0, 1));
  for (const id of reached) {
    graph.forEachNeighbor(id, (neighbour) => {
      if (inside.has(neighbour)) reached.add(neighbour);
    });
  }
  return reached.size === members.length;
}
