import type { FeedbackBody, Memory, MemoryWithFeedback } from '@memory/contracts';
import { countAccess, countRetrieval, deleteFeedback, insertFeedback, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';
import { presentMemory, presentMemoryWithFeedback } from './present-memory.ts';

/** Counts that a memory was opened. @throws not_found */
export async function recordAccess(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<Memory> {
  const ref = requireMemoryRef(settings.memoryIdForm, given);
  const row = await countAccess(db, workspace.id, { ref, at: clock() });
  if (!row) throw memoryNotFound(given);
  return presentMemory(row, settings.memoryIdForm);
}

/** Counts that a memory appeared in a search answer. @throws not_found */
export async function recordRetrieval(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<Memory> {
  const row = await countRetrieval(db, workspace.id, { ref: requireMemoryRef(settings.memoryIdForm, given) });
  if (!row) throw memoryNotFound(given);
  return presentMemory(row, settings.memoryIdForm);
}

/** Keeps feedback and counts it at once; importance follows at its scheduled recalculation. @throws not_found */
export async function recordFeedback(
  { db, clock, ids, settings }: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  workspace: Workspace,
  { ref: given, useful, context, session_id }: FeedbackBody & { ref: string },
): Promise<MemoryWithFeedback> {
  const ref = requireMemoryRef(settings.memoryIdForm, given);
  const row = await insertFeedback(db, workspace.id, {
    id: ids.uuid(),
    ref,
    useful,
    context,
    sessionId: session_id,
    at: clock(),
  });
  if (!row) throw memoryNotFound(given);
  return presentMemoryWithFeedback(row, settings.memoryIdForm);
}

/** Takes the last such feedback on a memory back; none is none to take back. @throws not_found */
export async function retractFeedback(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given, useful }: Pick<FeedbackBody, 'useful'> & { ref: string },
): Promise<MemoryWithFeedback> {
  const ref = requireMemoryRef(settings.memoryIdForm, given);
  const row = await deleteFeedback(db, workspace.id, { ref, useful });
  if (!row) throw memoryNotFound(given);
  return presentMemoryWithFeedback(row, settings.memoryIdForm);
}
