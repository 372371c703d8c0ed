import { pageRank } from '@memory/graph';
import * as fc from 'fast-check';
import pagerankModule from 'graphology-metrics/centrality/pagerank.js';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { asDirected } from './as-graphology.ts';
import { buildGraph } from './build-graph.ts';
import { edgesBetween } from './edges-between.ts';
import { wordNet } from './sample-graphs.ts';

// Its declarations are those of an ES module; Node sees a CommonJS module that is the function itself.
const graphologyPagerank = pagerankModule as unknown as typeof pagerankModule.default;

describe('pageRank', () => {
  verifies.whole(
    'graph.analysis.pagerank-reference',
    () => {
      const graph = buildGraph(wordNet(['verb', 'adj']));
      const ranks = pageRank(graph);
      // Graphology's tolerance is for each node.
      const expected = graphologyPagerank(asDirected(graph), {
        getEdgeWeight: null,
        alpha: 0.85,
        tolerance: 1e-14,
        maxIterations: 500,
      });
      let difference = 0;
      let relativeMax = 0;
      for (const [id, rank] of ranks) {
        difference += Math.abs(rank - expected[id]!);
        relativeMax = Math.max(relativeMax, Math.abs(rank / expected[id]! - 1));
      }
      expect(ranks.size).toBeGreaterThan(30_000);
      expect(difference).toBeLessThan(1e-7);
      expect(relativeMax).toBeLessThan(1e-4);
    },
    {
      title:
        'by less than 1e-7 in sum, and a ten-thousandth of any rank, on the verbs and adjectives of WordNet',
    },
  );

  it('ranks every memory, above 0, with sum 1', () => {
    fc.assert(
      fc.property(edgesBetween(12), (edges) => {
        const graph = buildGraph({ ids: ['alone'], edges });
        const ranks = [...pageRank(graph).values()];
        expect(ranks).toHaveLength(graph.ids.length);
        expect(Math.min(...ranks)).toBeGreaterThan(0);
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('ignores a memory that refers to itself', () => {
    fc.assert(
      fc.property(edgesBetween(12), (edges) => {
        const ids = Array.from({ length: 12 }, (_, number) => `m${number}`);
        const withoutLoops = edges.filter(({ sourceId, targetId }) => sourceId !== targetId);
        expect(pageRank(buildGraph({ ids, edges }))).toEqual(
          pageRank(buildGraph({ ids, edges: withoutLoops })),
        );
      }),
    );
  });

  it('ranks the memory that others refer to first', () => {
    const edges = ['a', 'b', 'c'].map((sourceId) => ({ sourceId, targetId: 'hub', confidence: 0.5 }));
    const ranks = pageRank(buildGraph({ ids: [], edges }));
    expect(ranks.get('hub')).toBeGreaterThan(ranks.get('a')! * 3);
    expect(ranks.get('a')).toBeCloseTo(ranks.get('b')!, 9);
  });

  it('has nothing to rank in an empty graph', () => {
    expect(pageRank(buildGraph({ ids: [], edges: [] }))).toEqual(new Map());
  });
});
