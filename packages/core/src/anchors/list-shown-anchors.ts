import type { ShownAnchor } from '@memory/contracts';
import { listShownAnchors as readShownAnchors, type Workspace } from '@memory/db';
import { presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** What memories are tied to, by the deployment's form of their identifiers. */
export async function listShownAnchors(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  refs: readonly string[],
): Promise<ShownAnchor[]> {
  if (refs.length === 0) return [];
  const isFormA = settings.memoryIdForm === 'A';
  const anchors = await readShownAnchors(db, workspace.id, isFormA ? { ids: refs } : { memoryIds: refs });
  return anchors.map(({ id, memory_id, grounded_at, said_at, indexed_at, ...anchor }) => ({
    memory: isFormA ? id : memory_id,
    ...anchor,
    grounded_at: presentTimestamp(grounded_at),
    said_at: presentOptionalTimestamp(said_at),
    indexed_at: presentTimestamp(indexed_at),
  }));
}
