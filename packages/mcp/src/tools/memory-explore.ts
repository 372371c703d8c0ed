import { exploreGraph, frameRecalled } from '@memory/core';
import { tool } from '../server/tool.ts';
import { titleLines } from '../text/memory-lines.ts';

/** memory_explore: the graph around what matches a query. */
export const memoryExplore = tool(
  'memory_explore',
  async (services, workspace, { relationship_types, ...input }) => {
    const graph = await exploreGraph(services, workspace, {
      ...input,
      relationship_types: relationship_types ?? null,
    });
    const edges = graph.edges.map(
      ({ source_memory_id, relationship_type, target_memory_id }) =>
        `- ${source_memory_id} ${relationship_type} ${target_memory_id}`,
    );
    return {
      structured: graph,
      text:
        graph.nodes.length > 0
          ? frameRecalled('memory_explore', [...titleLines(graph.nodes), '', ...edges])
          : 'No memory matches.',
    };
  },
);
