import type { StoreMemoryBody } from '@memory/contracts';
import { readReplaceableMemories, type Workspace } from '@memory/db';
import { embedQuery } from '../embedding/embed-query.ts';
import { documentText } from '../embedding/embed-documents.ts';
import type { TitledMemory } from '../memories/open-memory.ts';
import type { Services } from '../services.ts';
import { REPLACEABLE } from './find-near-duplicates.ts';
import { hintedSuccessionOf } from './likely-succession.ts';

const HINTS_MAX = 3;

/** Characters of a new memory that a model is asked about. */
const EMBEDDED_LENGTH = 2_000;

type NewMemory = Pick<
  StoreMemoryBody,
  'title' | 'narrative' | 'memory_type' | 'tags' | 'concepts' | 'source_files'
>;

/** What a memory that is about to be stored may replace, the nearest first; nothing where it cannot be embedded. */
export async function findReplaceable(
  services: Pick<Services, 'db' | 'embedding' | 'settings'>,
  workspace: Workspace,
  input: NewMemory,
): Promise<TitledMemory[]> {
  const succession = hintedSuccessionOf(workspace);
  const hasLabels = [input.source_files, input.concepts, input.tags].some(({ length }) => length > 0);
  if (!succession || !hasLabels || !REPLACEABLE.has(input.memory_type)) return [];
  const text = documentText(input).slice(0, EMBEDDED_LENGTH).toWellFormed();
  const { semantic } = await embedQuery(services, workspace, text);
  if (!semantic) return [];
  const { concepts, source_files, tags } = input;
  const rows = await readReplaceableMemories(services.db, workspace.id, {
    concepts,
    source_files,
    tags,
    vector: semantic.vector,
    limit: HINTS_MAX,
    ...succession,
  });
  return rows.map(({ id, memory_id, title, memory_type, created_at }) => ({
    ...(services.settings.memoryIdForm === 'A' ? { id } : { memory_id }),
    title,
    memory_type,
    created_at,
  }));
}
