import type { Memory, StoreMemoryBody } from '@memory/contracts';
import { insertMemories, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { deriveColumns } from './memory-content.ts';
import { presentMemory } from './present-memory.ts';

/** Keeps a memory; its embedding and its relationships follow as jobs. */
export async function storeMemory(
  { db, jobs, clock, ids, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings'>,
  workspace: Workspace,
  input: StoreMemoryBody,
): Promise<Memory> {
  const [row] = await insertMemories(db, workspace.id, [
    {
      ...input,
      ...deriveColumns(input, workspace.language),
      id: ids.uuid(),
      memory_id: ids.memoryId(),
      created_at: clock(),
    },
  ]);
  if (!row) throw new Error('The inserted memory was not returned.');
  await jobs.enqueue('generateEmbedding', { workspaceId: workspace.id, memoryId: row.id });
  return presentMemory(row, settings.memoryIdForm);
}
