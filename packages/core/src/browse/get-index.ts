import type { MemoryType } from '@memory/contracts';
import { listMemoryTitles, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

/** One line of the index: the identifier of the deployment's form, title and type. */
export interface IndexEntry {
  id?: string;
  memory_id?: string;
  title: string;
  memory_type: MemoryType;
}

/** Titles and types, the most important memories first. */
export async function getIndex(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  options: { limit: number; offset?: number },
): Promise<{ count: number; results: IndexEntry[] }> {
  const rows = await listMemoryTitles(db, workspace.id, options);
  const results = rows.map(({ id, memory_id, title, memory_type }): IndexEntry => ({
    ...(settings.memoryIdForm === 'A' ? { id } : { memory_id }),
    title,
    memory_type: memory_type as MemoryType,
  }));
  return { count: results.length, results };
}
