import {
  GIVEN_NAMES,
  LIMITS,
  LISTS_TOO_LONG,
  listsBytes,
  type Memory,
  type UpdateMemoryBody,
} from '@memory/contracts';
import {
  findMemory,
  lockMemory,
  updateMemory as updateMemoryRow,
  type MemoryRef,
  type MemoryRow,
  type Workspace,
} from '@memory/db';
import { pick, presentMemory } from './present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { deriveColumns, hashContent, type MemoryContent } from './memory-content.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';

/**
 * Changes that may lose a race before the memory is locked. Without a race a change costs two round trips; over the Data API a
 * transaction with its lock costs five.
 */
const RACES = 3;

interface Change {
  workspace: Workspace;
  ref: MemoryRef;
  given: string;
  body: UpdateMemoryBody;
}

/**
 * Changes some fields. Search text and digest are made from the whole content, so the memory is read first and written
 * only if nobody changed it in between; a change that changes nothing writes nothing.
 * @throws not_found, validation_failed when old and new lists together are too long
 */
export async function updateMemory(
  { db, jobs, clock, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>,
  workspace: Workspace,
  { ref: given, ...body }: UpdateMemoryBody & { ref: string },
): Promise<Memory> {
  const change: Change = { workspace, ref: requireMemoryRef(settings.memoryIdForm, given), given, body };
  let written: Written | undefined;
  for (let race = 1; race <= RACES && !written; race += 1)
    written = await writeUnlessChanged(db, clock, change);
  written ??= await db.transaction(async (tx) => {
    await lockMemory(tx, workspace.id, change.ref);
    return writeUnlessChanged(tx, clock, change);
  });
  if (!written) throw memoryNotFound(given);
  const { memory, contentChanged } = written;
  if (contentChanged)
    await jobs.enqueue('generateEmbedding', { workspaceId: workspace.id, memoryId: memory.id });
  return presentMemory(memory, settings.memoryIdForm);
}

interface Written {
  memory: MemoryRow;
  contentChanged: boolean;
}

/** The memory with the change; undefined when somebody else changed it since it was read. */
async function writeUnlessChanged(
  db: Services['db'],
  clock: Services['clock'],
  { workspace, ref, given, body }: Change,
): Promise<Written | undefined> {
  const current = await findMemory(db, workspace.id, ref);
  if (!current) throw memoryNotFound(given);
  const next = merge(current, body);
  const contentChanged = hashContent(next) !== hashContent(current);
  if (!contentChanged && !isGivenChanged(current, body)) return { memory: current, contentChanged };
  const memory = await updateMemoryRow(db, workspace.id, {
    id: current.id,
    revision: current.revision,
    ...pick(body, GIVEN_NAMES),
    content: contentChanged ? { ...next, ...deriveColumns(next, workspace.language) } : undefined,
    updated_at: clock(),
  });
  return memory && { memory, contentChanged };
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

const isGivenChanged = (current: MemoryRow, body: UpdateMemoryBody): boolean =>
  GIVEN_NAMES.some((name) => body[name] !== undefined && body[name] !== current[name]);
