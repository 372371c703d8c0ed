import {
  countTerms,
  parseQuery,
  weightedPassages,
  type Language,
  type MemoryText,
  type QueryWord,
} from '@memory/text';
import { RANKING } from '../../packages/db/src/search/ranking.ts';

/** What the search needs of an embedder; the LSA part is empty before the first training. */
export interface SearchEmbedder {
  readonly trained: boolean;
  embedDocument(memory: MemoryText): Float32Array | null;
  embedQuery(query: string): { vector: Float32Array; mass: number; trust?: number } | null;
}

export interface SearchableMemory {
  id: string;
  text: MemoryText;
  /** 0..1, default 0.5. */
  importance?: number;
}

export interface InMemorySearchOptions {
  language: Language;
  embedder: SearchEmbedder;
  /** Sum of document frequencies up to which words find candidates, from 2,000 memories on; default as in the statement. */
  generatingRowsMax?: number;
  /** Whether the feedback step runs; default true. */
  feedback?: boolean;
}

export interface SearchOptions {
  useSemantic?: boolean;
  limit?: number;
  /** The filters of the request, phrases and exclusions among them. */
  passes?: (memory: SearchableMemory) => boolean;
}

export interface KeywordMatch {
  bm25: number;
  /** Share of the query's idf whose words the memory has. */
  coverage: number;
  /** Sum of the idf of these words. */
  matched: number;
  /** BM25 with coverage: what the keyword score is the share of. */
  k: number;
}

export interface SearchHit {
  id: string;
  score: number;
  keyword: number;
  /** The score after feedback. */
  semantic: number;
  /** Against the original query. */
  cosine: number;
  coverage: number;
  /** Sum of the idf of the query's words that the memory has. */
  matched: number;
  matchType: 'combined' | 'keyword' | 'semantic';
}

const { weights, coverage: covering, feedback: moving } = RANKING;

const everything = (): boolean => true;

interface Word extends QueryWord {
  frequency: number;
  idf: number;
  generates: boolean;
}

interface Indexed {
  memory: SearchableMemory;
  counts: Map<string, number>;
  length: number;
  vector: Float32Array | null;
}

interface Candidate {
  entry: Indexed;
  keyword: number;
  cosine: number;
  coverage: number;
  matched: number;
}

/** Keyword and semantic search over memories in memory, formula by formula as the SQL statement computes it, from the same numbers. */
export class InMemorySearch {
  readonly #entries: Indexed[];
  readonly #frequencies = new Map<string, number>();
  readonly #averageLength: number;
  readonly #options: InMemorySearchOptions;

  constructor(memories: readonly SearchableMemory[], options: InMemorySearchOptions) {
    this.#options = options;
    this.#entries = memories.map((memory) => {
      const counts = countTerms(weightedPassages(memory.text), options.language).lexemes;
      for (const lexeme of counts.keys())
        this.#frequencies.set(lexeme, (this.#frequencies.get(lexeme) ?? 0) + 1);
      const length = sum(counts.values());
      return { memory, counts, length, vector: options.embedder.embedDocument(memory.text) };
    });
    this.#averageLength = sum(this.#entries.map(({ length }) => length)) / Math.max(1, memories.length);
  }

  /** Share of the query's idf whose words occur anywhere, 0..1. */
  known(query: string): number {
    const words = this.#weigh(query, Infinity);
    return (
      sum(words.map(({ frequency, idf }) => (frequency > 0 ? idf : 0))) / sum(words.map(({ idf }) => idf)) ||
      0
    );
  }

  /** Memories with at least one word of the query, the best by BM25 with coverage first. */
  keywordMatches(query: string): ({ id: string } & KeywordMatch)[] {
    const words = this.#weigh(query, Infinity);
    return this.#entries
      .map((entry) => ({ id: entry.memory.id, ...this.#match(entry, words, words) }))
      .filter(({ k }) => k > 0)
      .sort((a, b) => b.k - a.k || compare(a.id, b.id));
  }

  /** The whole search: candidates, keyword score, semantic score with feedback, and the weighted sum; best first. */
  search(
    query: string,
    { useSemantic = true, limit = 20, passes = everything }: SearchOptions = {},
  ): SearchHit[] {
    const words = this.#weigh(
      query,
      this.#options.generatingRowsMax ?? RANKING.rowsMax[useSemantic ? 'hybrid' : 'keyword'],
    );
    const { text } = parseQuery(query, this.#options.language);
    const { vector = null, trust: own = 1 } =
      (useSemantic ? this.#options.embedder.embedQuery(text) : null) ?? {};
    const candidates = this.#candidates(words, vector, passes);
    const [best] = this.keywordMatches(query);
    const { matched: enough, power } = RANKING.trust;
    const trust = own * (best ? Math.min(1, enough / best.matched) : 1) ** (power * Math.max(0, 1 - 2 * own));
    const toward =
      vector && (this.#options.feedback ?? true) ? this.#feedback(candidates, vector, trust) : vector;
    return candidates
      .map(({ entry, keyword, cosine: original, coverage, matched }): SearchHit => {
        const semantic = trust * Math.max(0, cosine(entry.vector, toward)) + (1 - trust) * keyword;
        const score =
          weights.keyword * keyword +
          weights.semantic * semantic +
          weights.importance * (entry.memory.importance ?? 0.5);
        const both = keyword > 0 && original >= RANKING.combinedCosine ? 'combined' : 'keyword';
        const matchType = keyword > 0 ? both : 'semantic';
        return {
          id: entry.memory.id,
          score,
          keyword,
          semantic,
          cosine: original,
          coverage,
          matched,
          matchType,
        };
      })
      .filter(({ keyword, semantic }) => keyword > 0 || semantic > 0)
      .sort((a, b) => b.score - a.score || compare(a.id, b.id))
      .slice(0, limit);
  }

  #weigh(query: string, rowsMax: number): Word[] {
    const total = this.#entries.length;
    const words = parseQuery(query, this.#options.language)
      .words.map((word) => ({ ...word, frequency: this.#frequencies.get(word.lexeme) ?? 0 }))
      .sort((a, b) => a.frequency - b.frequency || compare(a.lexeme, b.lexeme));
    const rarest = words.find(({ frequency }) => frequency > 0)?.frequency;
    let rows = 0;
    return words.map((word) => {
      rows += word.frequency;
      const idf = Math.log(1 + (total - word.frequency + 0.5) / (word.frequency + 0.5));
      return {
        ...word,
        idf,
        generates: total < RANKING.estimatedFrom || rows <= rowsMax || word.frequency === rarest,
      };
    });
  }

  /** BM25 of some words of the query; coverage is their share of all its words. */
  #match({ counts, length }: Indexed, words: readonly Word[], all: readonly Word[]): KeywordMatch {
    const present = words.filter(({ lexeme }) => counts.has(lexeme));
    const bm25 = sum(
      present.map(({ lexeme, n, idf }) => {
        const tf = counts.get(lexeme) ?? 0;
        return (n * idf * tf * 2.2) / (tf + 1.2 * (0.75 + (0.25 * length) / this.#averageLength));
      }),
    );
    const matched = sum(present.map(({ idf }) => idf));
    const coverage = matched / sum(all.map(({ idf }) => idf)) || 0;
    return { bm25, coverage, matched, k: bm25 * (covering.base + covering.share * coverage) };
  }

  #candidates(
    words: Word[],
    vector: Float32Array | null,
    passes: (memory: SearchableMemory) => boolean,
  ): Candidate[] {
    const generating = words.filter(({ generates }) => generates);
    const ranked = this.#entries
      .map((entry) => ({ entry, k: this.#match(entry, generating, words).k }))
      .filter(({ k }) => k > 0)
      .sort((a, b) => b.k - a.k || compare(a.entry.memory.id, b.entry.memory.id))
      .map(({ entry }) => entry);
    const full = (entry: Indexed): KeywordMatch => this.#match(entry, words, words);
    const maximum = Math.max(0, ...ranked.slice(0, RANKING.bestAmong).map((entry) => full(entry).k));
    const wanted = new Set(this.#nearest(vector, passes));
    const passing = ranked.filter(({ memory }) => passes(memory));
    const everyMatch = this.#entries.length < RANKING.estimatedFrom;
    for (const entry of everyMatch ? passing : passing.slice(0, RANKING.candidates.keyword))
      wanted.add(entry);
    return [...wanted].map((entry) => {
      const { k, coverage, matched } = full(entry);
      const keyword = maximum === 0 ? 0 : Math.min(1, k / maximum);
      return { entry, keyword, coverage, matched, cosine: cosine(entry.vector, vector) };
    });
  }

  #nearest(vector: Float32Array | null, passes: (memory: SearchableMemory) => boolean): Indexed[] {
    if (!vector) return [];
    const near = this.#entries
      .filter((entry) => entry.vector && passes(entry.memory))
      .map((entry) => ({ entry, cosine: cosine(entry.vector, vector) }))
      .sort((a, b) => b.cosine - a.cosine || compare(a.entry.memory.id, b.entry.memory.id));
    return (
      this.#entries.length < RANKING.estimatedFrom ? near : near.slice(0, RANKING.candidates.vector)
    ).map(({ entry }) => entry);
  }

  /** The query moved towards the best, in the learnt dimensions alone once there are any. */
  #feedback(candidates: readonly Candidate[], vector: Float32Array, trust: number): Float32Array {
    const best = candidates
      .filter(({ entry }) => entry.vector)
      .map(({ entry, keyword, cosine }) => ({
        entry,
        s: weights.keyword * keyword + weights.semantic * Math.max(0, cosine),
      }))
      .sort((a, b) => b.s - a.s || compare(a.entry.memory.id, b.entry.memory.id))
      .slice(0, moving.among);
    const total = sum(best.map(({ s }) => s ** moving.power));
    const { trained } = this.#options.embedder;
    const moved = Float32Array.from(vector);
    if (total === 0) return moved;
    for (const { entry, s } of best) {
      const weight = (trust * (trained ? 2 : 1) * s ** moving.power) / total;
      for (let i = 0; i < (trained ? RANKING.learntDimensions : moved.length); i++)
        moved[i]! += weight * (entry.vector?.[i] ?? 0);
    }
    return moved;
  }
}

/** Cosine similarity; 0 when either is missing or zero. */
export function cosine(a: ArrayLike<number> | null, b: ArrayLike<number> | null): number {
  if (!a || !b) return 0;
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
