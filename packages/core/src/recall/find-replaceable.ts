import type { StoreMemoryBody } from '@memory/contracts';
import { readReplaceableMemories, type Workspace } from '@memory/db';
import { embedQuery } from '../embedding/embed-query.ts';
import { lexicalVersionOf } from '../embedding/lexical-model-name.ts';
import type { TitledMemory } from '../memories/open-memory.ts';
import type { Services } from '../services.ts';
import { REPLACEABLE } from './find-near-duplicates.ts';
import { hintedSuccessionOf } from './likely-succession.ts';

const HINTS_MAX = 3;

/** Characters of a new memory that a neural model is asked about. */
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
  const vector = await vectorOf(services, workspace, input, succession.model);
  if (!vector) return [];
  const { concepts, source_files, tags } = input;
  const rows = await readReplaceableMemories(services.db, workspace.id, {
    concepts,
    source_files,
    tags,
    vector,
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

async function vectorOf(
  services: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  input: NewMemory,
  model: string,
): Promise<ArrayLike<number> | undefined> {
  const version = lexicalVersionOf(model);
  if (version !== undefined) {
    const embedder = await services.embedding.lexicalEmbedders(services.db, workspace, version);
    return embedder?.embedDocument({ ...input, sourceFiles: input.source_files }) ?? undefined;
  }
  const text = `${input.title}\n\n${input.narrative}`.slice(0, EMBEDDED_LENGTH).toWellFormed();
  return (await embedQuery(services, workspace, text)).semantic?.vector;
}
