import { GIVEN_NAMES, type UpdateMemoryBody } from '@memory/contracts';
import { findMemory, markTypeUndone, updateMemory, type UndoableChange, type Workspace } from '@memory/db';
import { deriveColumns } from '../memories/memory-content.ts';
import { pick } from '../pick.ts';
import type { Services } from '../services.ts';

type Fields = UpdateMemoryBody & { memory_type?: string };

/** Gives memories the fields back that an update changed. @returns the changes that were undone */
export async function restoreFields(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  changes: readonly UndoableChange[],
): Promise<UndoableChange[]> {
  const undone: UndoableChange[] = [];
  for (const change of changes) {
    const before = (change.before ?? {}) as Fields;
    const current = await findMemory(db, workspace.id, { form: 'A', id: change.memory.id });
    if (!current) continue;
    const content = {
      title: before.title ?? current.title,
      narrative: before.narrative ?? current.narrative,
      tags: before.tags ?? current.tags,
      concepts: before.concepts ?? current.concepts,
      source_files: before.source_files ?? current.source_files,
    };
    const written = await updateMemory(db, workspace.id, {
      id: current.id,
      revision: current.revision,
      memory_type: before.memory_type,
      ...pick(before, GIVEN_NAMES),
      content: { ...content, ...deriveColumns(content, workspace.language) },
      updated_at: clock(),
    });
    if (written) undone.push(change);
  }
  const retyped = undone.filter(({ before }) => before !== null && 'memory_type' in before);
  if (retyped.length > 0)
    await markTypeUndone(db, workspace.id, { memories: retyped.map(({ memory }) => memory.id), at: clock() });
  return undone;
}
