import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SearchableMemory } from '../in-memory-search.ts';

/** A public collection of papers, questions and judgements, kept beside the repository and not part of it. */
export interface Cranfield {
  memories: SearchableMemory[];
  queries: { id: string; text: string }[];
  /** Grades (1 to 4) by query and document. */
  judgements: Map<string, Map<string, number>>;
}

/** Means over the queries: recall among the first 10, and normalised discounted cumulative gain of the first 10. */
export interface RankingQuality {
  recallAt10: number;
  ndcgAt10: number;
}

const folder = new URL(
  process.env['RETRIEVAL_DATA'] ?? '../../../../shared/retrieval-data/',
  import.meta.url,
);

/** Its papers, a JSON object a line; the file is not there where the collection is absent. */
export const CRANFIELD_PAPERS = fileURLToPath(new URL('cranfield-docs.jsonl', folder));

/** The collection, or null where it is absent; a test that needs it then skips. */
export function loadCranfield(): Cranfield | null {
  if (!existsSync(CRANFIELD_PAPERS)) return null;
  const judgements = new Map<string, Map<string, number>>();
  for (const { query, doc, grade } of readLines<{ query: string; doc: string; grade: number }>('qrels')) {
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(doc, grade));
  }
  const memories = readLines<{ id: string; title: string; text: string }>('docs').map(
    ({ id, title, text }) => ({
      id,
      text: { title, narrative: text, tags: [], concepts: [], sourceFiles: [] },
    }),
  );
  return { memories, queries: readLines('queries'), judgements };
}

/** How well a search answers the collection's questions with at least ten results each. */
export function measureRanking(
  { queries, judgements }: Pick<Cranfield, 'queries' | 'judgements'>,
  search: (query: string) => string[],
): RankingQuality {
  let recallAt10 = 0;
  let ndcgAt10 = 0;
  for (const { id, text } of queries) {
    const grades = judgements.get(id) ?? new Map<string, number>();
    const found = search(text)
      .slice(0, 10)
      .map((doc) => grades.get(doc) ?? 0);
    const best = [...grades.values()].sort((a, b) => b - a).slice(0, 10);
    recallAt10 += found.filter((grade) => grade > 0).length / grades.size / queries.length;
    ndcgAt10 += discountedGain(found) / discountedGain(best) / queries.length;
  }
  return { recallAt10, ndcgAt10 };
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((total, grade, i) => total + grade / Math.log2(i + 2), 0);
}

function readLines<Row>(name: string): Row[] {
  const lines = readFileSync(new URL(`cranfield-${name}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}
