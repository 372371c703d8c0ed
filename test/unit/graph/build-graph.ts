import { createGraphBuilder } from '@memory/graph';
import type { MemoryGraph } from '@memory/graph';
import type { SampleGraph } from './sample-graphs.ts';

export function buildGraph({ ids, edges }: SampleGraph): MemoryGraph {
  const builder = createGraphBuilder();
  builder.addNodes(ids);
  builder.addEdges(edges);
  return builder.build();
}
