import { deleteMemories, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { parseMemoryRef } from './memory-ref.ts';

/** Deletes what of the list is there; the unknown, the malformed and the foreign do not count, doubles count once. */
export async function batchDeleteMemories(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { memory_ids }: { memory_ids: readonly string[] },
): Promise<{ deleted_count: number }> {
  const refs = memory_ids.flatMap((id) => parseMemoryRef(settings.memoryIdForm, id) ?? []);
  return { deleted_count: await deleteMemories(db, workspace.id, refs) };
}
