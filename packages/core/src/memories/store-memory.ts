import type { Memory, StoreMemoryBody } from '@memory/contracts';
import { findMemory, insertMemory, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { deriveColumns } from './memory-content.ts';
import { memoryNotFound, requireMemoryRef } from './memory-ref.ts';
import { presentMemory } from './present-memory.ts';

export interface StoreOptions {
  /** Identifiers of memories that it replaces, which is declared with it or not at all. */
  supersedes?: readonly string[];
  project?: string | null;
  branch?: string | null;
  commit_id?: string | null;
  /** Whether it belongs to the session that the caller has open, where it names none and has one open. */
  joins_session?: boolean;
}

/**
 * Keeps a memory; its embedding and its relationships follow as jobs.
 * @throws not_found when one of those does not exist; nothing is kept then
 */
export async function storeMemory(
  { db, jobs, clock, ids, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings'>,
  workspace: Workspace,
  { supersedes = [], ...input }: StoreMemoryBody & StoreOptions,
): Promise<Memory> {
  const replaces = supersedes.map((given) => requireMemoryRef(settings.memoryIdForm, given));
  const row = await insertMemory(
    db,
    workspace.id,
    {
      ...input,
      ...deriveColumns(input, workspace.language),
      id: ids.uuid(),
      memory_id: ids.memoryId(),
      created_at: clock(),
      author: workspace.author,
      // Of a session it has the session's.
      project: input.project ?? (input.source_session_id === null ? (workspace.project ?? null) : null),
    },
    { replaces },
  );
  if (!row) {
    for (const [place, ref] of replaces.entries())
      if (!(await findMemory(db, workspace.id, ref))) throw memoryNotFound(supersedes[place] ?? '');
    throw new Error('The inserted memory was not returned.');
  }
  await jobs.enqueue('generateEmbedding', { workspaceId: workspace.id, memoryId: row.id });
  return presentMemory(row, settings.memoryIdForm);
}
