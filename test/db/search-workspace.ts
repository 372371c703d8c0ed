import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  findWorkspace,
  insertMemories,
  insertWorkspace,
  refreshStatistics,
  searchMemories,
  switchModel,
  type Database,
  type RankedMemory,
  type SearchMemoriesOptions,
  type Workspace,
} from '@memory/db';
import { randomIds } from '@memory/core';
import { parseQuery, searchText, type MemoryText } from '@memory/text';
import { tableVector, type SearchableMemory } from '../support/in-memory-search.ts';

export const NO_FILTERS: SearchMemoriesOptions['filters'] = {
  memoryTypes: null,
  tags: null,
  files: null,
  minImportance: null,
  minConfidence: null,
  required: null,
};

const text = (title: string, rest: Partial<MemoryText> = {}): MemoryText => ({
  title,
  narrative: '',
  tags: [],
  concepts: [],
  sourceFiles: [],
  ...rest,
});

/** A memory to seed; its `id` is its UUID in the database. */
export interface SeededMemory extends SearchableMemory {
  type?: string;
}

export const memory = (
  title: string,
  { type, importance, ...rest }: Partial<MemoryText> & { type?: string; importance?: number } = {},
): SeededMemory => ({ id: randomIds.uuid(), text: text(title, rest), type, importance });

/** A workspace with these memories, its statistics fresh. */
export async function seedWorkspace(db: Database, memories: readonly SeededMemory[]): Promise<Workspace> {
  const id = randomUUID();
  await insertWorkspace(db, { id, name: id, language: 'english', createdAt: new Date() });
  const workspace = await readWorkspace(db, id);
  const rows = memories.map(({ id, text, importance = 0.5, type = 'general' }) => {
    const { tsvector, termCount } = searchText(text, 'english');
    return {
      id,
      memory_id: randomIds.memoryId(),
      title: text.title,
      narrative: text.narrative,
      memory_type: type,
      tags: text.tags,
      concepts: text.concepts,
      source_files: text.sourceFiles,
      importance_score: importance,
      confidence_score: 0.5,
      content_digest: `digest of ${id}`,
      source_session_id: null,
      created_at: new Date(),
      search_text: tsvector,
      term_count: termCount,
    };
  });
  for (let start = 0; start < rows.length; start += 100)
    await insertMemories(db, workspace.id, rows.slice(start, start + 100));
  await refreshStatistics(db, workspace.id);
  return readWorkspace(db, id);
}

export async function readWorkspace(db: Database, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new Error(`Workspace ${id} is gone.`);
  return workspace;
}

/** Stores vectors of a model and makes searches use it. */
export async function embedWorkspace(
  db: Database,
  { id }: Pick<Workspace, 'id'>,
  { model, vectors }: { model: string; vectors: ReadonlyMap<string, ArrayLike<number>> },
): Promise<Workspace> {
  const rows = [...vectors].map(([memory_id, vector]) => ({
    memory_id,
    embedding: JSON.stringify(Array.from(vector)),
  }));
  await db.execute(sql`insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
    select ${id}::uuid, memory_id, ${model}::text, 'digest of ' || memory_id, embedding::vector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(memory_id uuid, embedding text)`);
  await switchModel(db, id, { model });
  return readWorkspace(db, id);
}

/** Vectors of memories by the table. */
export const vectorsOf = (memories: readonly SeededMemory[]) =>
  new Map(
    memories.flatMap(({ id, text }) => {
      const vector = tableVector(text);
      return vector ? [[id, vector] as const] : [];
    }),
  );

export interface Ranked {
  id: string;
  score: number;
  matchType: string;
}

const ranked = ({ memory, extra }: RankedMemory): Ranked => ({
  id: memory.id,
  score: extra.score,
  matchType: extra.match_type,
});

/** Searches as the domain does, by keyword alone unless a vector is given. */
export async function search(
  db: Database,
  { id, memoryCount, hasSemanticIndex }: Workspace,
  query: string,
  options: Partial<SearchMemoriesOptions> = {},
): Promise<Ranked[]> {
  const { words, lifting, required } = parseQuery(query, 'english');
  const found = await searchMemories(db, id, {
    words,
    lifting,
    alternatives: [],
    semantic: null,
    memoryCount,
    hasSemanticIndex,
    limit: 50,
    offset: 0,
    ...options,
    filters: { ...NO_FILTERS, required, ...options.filters },
  });
  return found.map(ranked);
}
