import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { communities, communityLabels, createGraphBuilder, pageRank } from '@memory/graph';
import type { GraphEdge, MemoryGraph } from '@memory/graph';
import { asUndirected, modularity } from '../unit/graph/as-graphology.ts';
import { plantedGroups, wordNet } from '../unit/graph/sample-graphs.ts';
import type { SampleGraph } from '../unit/graph/sample-graphs.ts';
import { candidates } from './support/graph-candidates.ts';

const PAGE_SIZE = 10_000;

const samples: Readonly<Record<string, () => SampleGraph>> = {
  'WordNet 3.1': () => wordNet(['noun', 'verb', 'adj', 'adv']),
  'planted, 10k / 100k': () => plantedGroups({ nodes: 10_000, edges: 100_000 }),
  'planted, 100k / 1M': () => plantedGroups({ nodes: 100_000, edges: 1_000_000 }),
};

/** Answer of a process of its own. Memory is resident, in MB: before the work, with the graph built, and at the peak. */
interface Measurement {
  readonly nodes: number;
  readonly pairs: number;
  readonly milliseconds: number;
  readonly builtMegabytes: number;
  readonly peakMegabytes: number;
  readonly result: string;
}

/** Each returns what it found, for the last column. The peak is taken before `describe` is called. */
const measures: Readonly<Record<string, (graph: MemoryGraph) => () => string>> = {
  'graph alone': () => () => '',
  pageRank: (graph) => {
    const ranks = pageRank(graph);
    return () => `${ranks.size} ranks`;
  },
  communities: (graph) => {
    const groups = communities(graph);
    return () => describe(graph, groups);
  },
  'whole analysis': (graph) => {
    const ranks = pageRank(graph);
    const groups = communities(graph);
    const label = (
      previousLabels: ReadonlyMap<string, string | null>,
      found: readonly (readonly string[])[],
    ) =>
      communityLabels({
        communities: found,
        conceptsOf: (id) => [`concept ${id.slice(0, -2)}`, `concept ${id.slice(0, -1)}`],
        titlesOf: (id) => id,
        previousLabels,
      });
    const labels = label(new Map(), groups);
    return () => {
      const next = label(labels, communities(withoutEveryHundredthPair(graph)));
      const changed = [...next].filter(([id, name]) => labels.get(id) !== name).length;
      return `${ranks.size} ranks; ${percent(changed / labels.size)} relabelled after a change of 1 % of pairs`;
    };
  },
  ...Object.fromEntries(
    Object.entries(candidates).map(([name, find]) => [
      name,
      (graph: MemoryGraph) => {
        const groupOf = find(graph);
        return () =>
          describe(
            graph,
            [...Map.groupBy(graph.ids.keys(), (place) => groupOf[place]!).values()].map((places) =>
              places.map((place) => graph.ids[place]!),
            ),
          );
      },
    ]),
  ),
};

/** Prints a table of time and memory: every measure of every sample in a fresh process, after the time to make the sample. */
export async function benchGraphAlgorithms(): Promise<void> {
  const rows = Object.keys(samples).flatMap((sample) =>
    Object.keys(measures).map((measure) => {
      const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), sample, measure], {
        encoding: 'utf8',
      });
      const { nodes, pairs, milliseconds, builtMegabytes, peakMegabytes, result } = JSON.parse(
        output,
      ) as Measurement;
      return {
        graph: sample,
        nodes,
        pairs,
        measure,
        s: (milliseconds / 1000).toFixed(2),
        'MB built': builtMegabytes,
        'MB peak': peakMegabytes,
        result,
      };
    }),
  );
  console.table(rows);
}

function measureHere(sample: string, measure: string): Measurement {
  const started = performance.now();
  const graph = buildPaged(samples[sample]!());
  const builtMilliseconds = performance.now() - started;
  const builtMegabytes = peakMegabytes();
  const measured = performance.now();
  const describeResult = measures[measure]!(graph);
  const milliseconds = measure === 'graph alone' ? builtMilliseconds : performance.now() - measured;
  return {
    nodes: graph.ids.length,
    pairs: graph.low.length,
    milliseconds,
    builtMegabytes,
    peakMegabytes: peakMegabytes(),
    result: describeResult(),
  };
}

function buildPaged({ ids, edges }: SampleGraph): MemoryGraph {
  const builder = createGraphBuilder();
  builder.addNodes(ids);
  for (let at = 0; at < edges.length; at += PAGE_SIZE) builder.addEdges(edges.slice(at, at + PAGE_SIZE));
  return builder.build();
}

function withoutEveryHundredthPair({ ids, low, high, confidence }: MemoryGraph): MemoryGraph {
  const edges: GraphEdge[] = [];
  for (const pair of low.keys()) {
    if (pair % 100 !== 0)
      edges.push({ sourceId: ids[low[pair]!]!, targetId: ids[high[pair]!]!, confidence: confidence[pair]! });
  }
  return buildPaged({ ids, edges });
}

function describe(graph: MemoryGraph, groups: readonly (readonly string[])[]): string {
  const named = groups.filter(({ length }) => length > 1);
  return `modularity ${modularity(asUndirected(graph), groups).toFixed(4)}, ${named.length} communities of 2 or more`;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

if (import.meta.main) {
  const [sample, measure] = process.argv.slice(2);
  if (sample !== undefined && measure !== undefined)
    console.log(JSON.stringify(measureHere(sample, measure)));
  else await benchGraphAlgorithms();
}
