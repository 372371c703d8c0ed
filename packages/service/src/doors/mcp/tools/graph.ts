import type { GraphEdge, GraphNode } from '@memory/contracts';
import { exploreGraph, findLostGrounds } from '@memory/core';
import { titleRow } from '../rows/memory-rows.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** Characters of all relationships together; the surest are shown. */
const RELATIONSHIPS = 3_600;
const TITLE_SHOWN = 60;

export const memoryExplore = tool(
  'memory_explore',
  async (services, workspace, { relationship_types, ...input }) => {
    const { nodes, edges, seed_memories } = await exploreGraph(services, workspace, {
      ...input,
      relationship_types: relationship_types ?? null,
    });
    if (nodes.length === 0)
      return { count: 0, results: [], hint: 'No memory matches: try other words, or memory_search.' };
    const seeds = new Set(seed_memories);
    const lost = await findLostGrounds(services, workspace, nodes.map(refOf));
    const { shown, more } = readableEdges(nodes, edges);
    const replaced = replacedNodes(nodes, edges);
    const results = nodes.map((node) => {
      const relationships = shown.get(refOf(node));
      const code = lost.get(refOf(node));
      const successor = replaced.get(refOf(node));
      return {
        ...titleRow(node),
        ...(seeds.has(refOf(node)) ? { is_seed: true as const } : {}),
        ...(successor === undefined ? {} : { note: `replaced by ${successor}` }),
        code,
        ...(relationships ? { relationships } : {}),
      };
    });
    return recalled({
      count: results.length,
      results,
      ...(more > 0
        ? {
            more_relationships: more,
            hint: 'Narrow by relationship_types or min_edge_confidence to see other relationships.',
          }
        : {}),
    });
  },
);

const refOf = ({ id, memory_id }: GraphNode): string => memory_id ?? id ?? '';

/** By identifier of what was replaced: the title of what replaced it. */
function replacedNodes(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Map<string, string> {
  const titles = new Map(nodes.map((node) => [refOf(node), node.title]));
  return new Map(
    edges.flatMap(({ relationship_type: type, source_memory_id: source, target_memory_id: target }) =>
      type === 'supersedes' ? [[target, titles.get(source) ?? source] as const] : [],
    ),
  );
}

/** Each pair once, the surest first, at the memory that it starts from. */
function readableEdges(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
  const titles = new Map(nodes.map((node) => [refOf(node), node.title]));
  const shown = new Map<string, string[]>();
  const seen = new Set<string>();
  let [left, more] = [RELATIONSHIPS, 0];
  for (const {
    source_memory_id: source,
    target_memory_id: target,
    relationship_type: type,
  } of edges.toSorted((a, b) => b.confidence - a.confidence)) {
    const pair = [type, ...[source, target].toSorted()].join(' ');
    if (seen.has(pair)) continue;
    seen.add(pair);
    const title = titles.get(target) ?? '';
    const line = `${type} ${title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN)} …` : title}`;
    if (left < line.length) more += 1;
    else {
      left -= line.length;
      shown.set(source, [...(shown.get(source) ?? []), line]);
    }
  }
  return { shown, more };
}
