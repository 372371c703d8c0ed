import { deleteMemories, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';

/** Deletes a memory and its relationships for good. @throws not_found */
export async function deleteMemory(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<void> {
  const deleted = await deleteMemories(db, workspace.id, [requireMemoryRef(settings.memoryIdForm, given)]);
  if (deleted === 0) throw memoryNotFound(given);
}
