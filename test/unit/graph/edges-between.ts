import type { GraphEdge } from '@memory/graph';
import * as fc from 'fast-check';

/** Any rows between so many memories, with self loops, repetitions and mirrored rows. */
export function edgesBetween(memories: number): fc.Arbitrary<GraphEdge[]> {
  const id = fc.integer({ min: 0, max: memories - 1 }).map((number) => `m${number}`);
  const confidence = fc.double({ min: 0, max: 1, noNaN: true });
  return fc.array(fc.record({ sourceId: id, targetId: id, confidence, isBidirectional: fc.boolean() }), {
    maxLength: 60,
  });
}
