import { LIMITS, listsBytes } from '@memory/contracts';
import { findMemory, updateMemory, type Database, type Workspace } from '@memory/db';
import { deriveColumns } from '../memories/memory-content.ts';

/**
 * Makes a stored memory be about more files. One whose lists are full stays as it is, as does one that is gone.
 * @returns whether it was written
 */
export async function gainFiles(
  db: Database,
  workspace: Workspace,
  { id, source_files, at }: { id: string; source_files: readonly string[]; at: Date },
): Promise<boolean> {
  const current = await findMemory(db, workspace.id, { form: 'A', id });
  if (!current) return false;
  const { title, narrative, tags, concepts, revision } = current;
  const files = [...new Set([...current.source_files, ...source_files])].slice(0, LIMITS.listItems);
  const content = { title, narrative, tags, concepts, source_files: files };
  if (files.length === current.source_files.length || listsBytes(content) > LIMITS.listsBytes) return false;
  const written = await updateMemory(db, workspace.id, {
    id,
    revision,
    content: { ...content, ...deriveColumns(content, workspace.language) },
    updated_at: at,
  });
  return written !== undefined;
}
