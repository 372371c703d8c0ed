import { LIMITS, LISTS_TOO_LONG, listsBytes, type Memory, type UpdateMemoryBody } from '@memory/contracts';
import { findMemory, updateMemory as updateMemoryRow, type MemoryRow, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { deriveColumns, hashContent, type MemoryContent } from './memory-content.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';
import { presentMemory } from './present-memory.ts';

/** Concurrent changes of one memory before a caller is asked to come again. */
const ATTEMPTS = 5;

/**
 * Changes some fields. Search text and digest are made from the whole content, so the memory is read first and written
 * only if nobody changed it in between; a change that changes nothing writes nothing.
 * @throws not_found, validation_failed when old and new lists together are too long
 */
export async function updateMemory(
  { db, jobs, clock, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>,
  workspace: Workspace,
  given: string,
  change: UpdateMemoryBody,
): Promise<Memory> {
  const ref = requireMemoryRef(settings.memoryIdForm, given);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const current = await findMemory(db, workspace.id, ref);
    if (!current) throw memoryNotFound(given);
    const next = merge(current, change);
    const contentChanged = hashContent(next) !== hashContent(current);
    if (!contentChanged && !scoresChanged(current, change))
      return presentMemory(current, settings.memoryIdForm);
    const updated = await updateMemoryRow(db, workspace.id, {
      id: current.id,
      revision: current.revision,
      importance_score: change.importance_score,
      confidence_score: change.confidence_score,
      content: contentChanged ? { ...next, ...deriveColumns(next, workspace.language) } : undefined,
      updated_at: clock(),
    });
    if (!updated) continue;
    if (contentChanged)
      await jobs.enqueue('generateEmbedding', { workspaceId: workspace.id, memoryId: updated.id });
    return presentMemory(updated, settings.memoryIdForm);
  }
  throw new ServiceError('service_unavailable', `Memory ${given} is being changed by others; try again.`, {
    retryAfterSeconds: 1,
  });
}

function merge(current: MemoryRow, change: UpdateMemoryBody): MemoryContent {
  const next = {
    title: change.title ?? current.title,
    narrative: change.narrative ?? current.narrative,
    tags: change.tags ?? current.tags,
    concepts: change.concepts ?? current.concepts,
    source_files: change.source_files ?? current.source_files,
  };
  if (listsBytes(next) > LIMITS.listsBytes)
    throw new ServiceError('validation_failed', LISTS_TOO_LONG, {
      issues: [{ loc: ['body'], msg: LISTS_TOO_LONG, type: 'too_long' }],
    });
  return next;
}

const scoresChanged = (
  current: MemoryRow,
  { importance_score, confidence_score }: UpdateMemoryBody,
): boolean =>
  (importance_score !== undefined && importance_score !== current.importance_score) ||
  (confidence_score !== undefined && confidence_score !== current.confidence_score);
