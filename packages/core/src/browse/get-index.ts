import type { MemoryType } from '@memory/contracts';
import { listMemoryTitles, readSuccessors, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

/** One line of the index: the identifier of the deployment's form, title and type. */
export interface IndexEntry {
  id?: string;
  memory_id?: string;
  title: string;
  memory_type: MemoryType;
  /** That it was replaced, and by what. */
  note?: string;
  /** State of its code, where that is no longer as it was. */
  code?: string;
}

/** Titles and types, the most important memories first. */
export async function getIndex(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  options: { limit: number; offset?: number },
): Promise<{ count: number; results: IndexEntry[] }> {
  const rows = await listMemoryTitles(db, workspace.id, options);
  const successors =
    rows.length === 0
      ? []
      : await readSuccessors(db, workspace.id, { ids: rows.map(({ id }) => id), filters: {} });
  const successorOf = new Map(successors.flatMap((to) => to.replaced.map((id) => [id, to.memory] as const)));
  const noteOn = (id: string) => {
    const successor = successorOf.get(id);
    return successor ? { note: `replaced by ${successor.title}` } : {};
  };
  const results = rows.map(({ id, memory_id, title, memory_type, code }): IndexEntry => ({
    ...(settings.memoryIdForm === 'A' ? { id } : { memory_id }),
    title,
    memory_type,
    ...noteOn(id),
    ...(code === null ? {} : { code }),
  }));
  return { count: results.length, results };
}
