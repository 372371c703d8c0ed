import * as fc from 'fast-check';
import { createGraphBuilder } from '@memory/graph';
import type { GraphEdge } from '@memory/graph';
import { describe, expect, it } from 'vitest';
import { buildGraph } from './build-graph.ts';
import { edgesBetween } from './edges-between.ts';

const edge = (sourceId: string, targetId: string, confidence = 1, isBidirectional = false): GraphEdge => ({
  sourceId,
  targetId,
  confidence,
  isBidirectional,
});

describe('createGraphBuilder', () => {
  it('makes one pair of mirrored rows and of several methods, as sure as the surest', () => {
    const graph = buildGraph({
      ids: [],
      edges: [edge('b', 'a', 0.4), edge('a', 'b', 0.7), edge('a', 'b', 0.5), edge('b', 'c', 0.6)],
    });
    expect(graph.ids).toEqual(['a', 'b', 'c']);
    expect([...graph.low]).toEqual([0, 1]);
    expect([...graph.high]).toEqual([1, 2]);
    expect([...graph.confidence]).toEqual([0.7, 0.6]);
    expect([...graph.directions]).toEqual([3, 1]);
  });

  it('counts a row without direction both ways', () => {
    expect(buildGraph({ ids: [], edges: [edge('b', 'a', 1, true)] })).toEqual(
      buildGraph({ ids: [], edges: [edge('a', 'b'), edge('b', 'a')] }),
    );
  });

  it('keeps a memory whose only edge is to itself or of no confidence, without the edge', () => {
    const graph = buildGraph({ ids: ['c'], edges: [edge('a', 'a'), edge('a', 'b', 0)] });
    expect(graph.ids).toEqual(['a', 'b', 'c']);
    expect(graph.low).toHaveLength(0);
  });

  it.each([-0.1, 1.1, Number.NaN])('refuses confidence %s', (confidence) => {
    expect(() => buildGraph({ ids: [], edges: [edge('a', 'b', confidence)] })).toThrow(RangeError);
  });

  it('gives the same graph for the same rows in any order, in any pages, repeated', () => {
    const rowsAndOrder = edgesBetween(12).chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.integer({ min: 1, max: 9 }),
      ),
    );
    fc.assert(
      fc.property(rowsAndOrder, ([rows, shuffled, pageSize]) => {
        const builder = createGraphBuilder();
        for (let at = 0; at < shuffled.length; at += pageSize)
          builder.addEdges(shuffled.slice(at, at + pageSize));
        builder.addEdges(shuffled);
        expect(builder.build()).toEqual(buildGraph({ ids: [], edges: rows }));
      }),
    );
  });

  it('grows past its first thousand rows without losing one', () => {
    const edges = Array.from({ length: 5000 }, (_, row) => edge(`s${row}`, `t${row}`, (row + 1) / 5000));
    const graph = buildGraph({ ids: [], edges });
    expect(graph.low).toHaveLength(5000);
    expect(new Set(graph.confidence).size).toBe(5000);
  });
});
