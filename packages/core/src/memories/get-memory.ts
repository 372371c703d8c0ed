import type { MemoryDetail } from '@memory/contracts';
import { findMemoryDetail, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';
import { presentMemoryDetail } from './present-memory.ts';

/** One memory with its feedback counts and relationships; reading it counts as nothing. @throws not_found */
export async function getMemory(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<MemoryDetail> {
  const row = await findMemoryDetail(db, workspace.id, requireMemoryRef(settings.memoryIdForm, given));
  if (!row) throw memoryNotFound(given);
  return presentMemoryDetail(row, settings.memoryIdForm);
}
