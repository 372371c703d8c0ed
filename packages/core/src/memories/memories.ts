import type {
  GetMemoryQuery,
  MemoryDetail,
  ListMemoriesQuery,
  Memory,
  MemoryOrdering,
  FeedbackBody,
  MemoryWithFeedback,
} from '@memory/contracts';
import {
  findMemoryDetail,
  type Workspace,
  listMemories as listMemoryRows,
  deleteMemories,
  countAccess,
  countRetrieval,
  deleteFeedback,
  insertFeedback,
} from '@memory/db';
import { pruningLimits } from '../pruning/prune.ts';
import type { Services } from '../services.ts';
import { memoryNotFound, requireMemoryRef, parseMemoryRef } from './memory-ref.ts';
import { presentMemoryDetail, presentMemory, presentMemoryWithFeedback } from './present-memory.ts';

/** One memory with its feedback counts and relationships; reading it counts as nothing. @throws not_found */
export async function getMemory(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given, speaker: tellsSpeaker }: Partial<GetMemoryQuery> & { ref: string },
): Promise<MemoryDetail> {
  const row = await findMemoryDetail(db, workspace.id, requireMemoryRef(settings.memoryIdForm, given));
  if (!row) throw memoryNotFound(given);
  const { speaker, prompt } = row;
  return { ...presentMemoryDetail(row, settings.memoryIdForm), ...(tellsSpeaker && { speaker, prompt }) };
}

/** A page of the workspace's memories. Form B knows no filter by tags. */
export async function listMemories(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { memory_type, tags, limit, offset, ordering, pruning_candidates }: ListMemoriesQuery,
): Promise<Memory[]> {
  const { db, settings } = services;
  const rows = await listMemoryRows(db, workspace.id, {
    memoryType: memory_type,
    tags: settings.memoryIdForm === 'A' ? tags : [],
    limit,
    offset,
    orderBy: ordering.replace(/^-/u, '') as MemoryOrdering,
    descending: ordering.startsWith('-'),
    pruning: pruning_candidates ? pruningLimits(services) : undefined,
  });
  return rows.map((row) => presentMemory(row, settings.memoryIdForm));
}

/** Deletes a memory and its relationships for good. @throws not_found */
export async function deleteMemory(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<void> {
  const deleted = await deleteMemories(db, workspace.id, [requireMemoryRef(settings.memoryIdForm, given)]);
  if (deleted === 0) throw memoryNotFound(given);
}

/** Deletes what of the list is there; the unknown, the malformed and the foreign do not count, doubles count once. */
export async function batchDeleteMemories(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { memory_ids }: { memory_ids: readonly string[] },
): Promise<{ deleted_count: number }> {
  const refs = memory_ids.flatMap((id) => parseMemoryRef(settings.memoryIdForm, id) ?? []);
  return { deleted_count: await deleteMemories(db, workspace.id, refs) };
}

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
