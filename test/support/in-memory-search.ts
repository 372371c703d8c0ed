import { openEmbeddingTable, TABLE_MODEL } from '@memory/text/embedding-table';
import { parseQuery, searchText, type MemoryText } from '@memory/text';
import { cosineScale } from '../../packages/core/src/embedding/cosine-scale.ts';
import { documentText } from '../../packages/core/src/embedding/embed-documents.ts';
import type { SearchMemoriesOptions, SemanticQuery } from '@memory/db';
import { rankInMemory, type DirectMatch } from '../../packages/db/src/search/in-memory/rank-in-memory.ts';
import { SearchIndex } from '../../packages/db/src/search/in-memory/search-index.ts';

export interface SearchableMemory {
  id: string;
  text: MemoryText;
  /** 0..1, default 0.5. */
  importance?: number | undefined;
}

/** The vector of a memory by the table that comes along, as jobs make it. */
export const tableVector = (text: MemoryText): Float32Array | null =>
  openEmbeddingTable().embed(documentText({ ...text, source_files: text.sourceFiles }));

/** A query's vector by the table, as searches make it. */
export function tableQuery(text: string): SemanticQuery | null {
  const vector = openEmbeddingTable().embed(text);
  return vector && { vector, model: TABLE_MODEL, scale: cosineScale({ cosineScale: null }, TABLE_MODEL) };
}

interface Options extends Partial<Pick<SearchMemoriesOptions, 'memoryCount' | 'semantic'>> {
  limit?: number;
}

/** Ranks texts as the local service ranks those of a database, without one. */
export class InMemorySearch {
  readonly #index = new SearchIndex(TABLE_MODEL);

  constructor(memories: readonly SearchableMemory[]) {
    const frequencies = new Map<string, number>();
    for (const { id, text, importance = 0.5 } of memories) {
      const { tsvector, termCount } = searchText(text, 'english');
      for (const [, lexeme = ''] of tsvector.matchAll(/'([^']+)':/gu))
        frequencies.set(lexeme, (frequencies.get(lexeme) ?? 0) + 1);
      this.#index.put({
        id,
        searchText: tsvector,
        textDigest: tsvector,
        termCount,
        filterable: { importance } as Parameters<SearchIndex['put']>[0]['filterable'],
        vector: tableVector(text),
      });
    }
    const { size, averageLength } = this.#index;
    this.#index.statistics = { memories: size, averageLength, frequencies };
  }

  /** The best first; by words alone unless a vector is given. */
  search(query: string, { limit = 10, memoryCount = 0, semantic = null }: Options = {}): DirectMatch[] {
    const { words } = parseQuery(query, 'english');
    const filters = { memoryTypes: null, tags: null, files: null, minImportance: null, minConfidence: null };
    return rankInMemory(this.#index, {
      words,
      alternatives: [],
      lifting: [],
      filters: { ...filters, required: null },
      semantic,
      memoryCount,
      hasSemanticIndex: false,
      limit,
      offset: 0,
    })
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }
}
