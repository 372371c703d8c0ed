import type { Memory } from '@memory/contracts';
import { readStanding, readSuccessors, type Workspace } from '@memory/db';
import { presentMemory } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { belowSuccessors, foldAlike, foldTwins, type Found } from './successions.ts';
import { withStanding } from './with-standing.ts';

/**
 * Memories as they stand today: what was replaced below what replaced it, what says the same once, what may be outdated marked.
 * @param options.folded whether equal texts stand once
 * @param options.ordered whether the order may change and successors join; else all is marked where it stands
 */
export async function asTheyStand(
  { db, settings: { memoryIdForm: form } }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  memories: readonly Memory[],
  { folded = true, ordered = true }: { folded?: boolean; ordered?: boolean } = {},
): Promise<Found[]> {
  if (memories.length === 0) return [];
  const ids = memories.map(({ id }) => id);
  const [successors, standing] = await Promise.all([
    readSuccessors(db, workspace.id, { ids, filters: {} }),
    readStanding(db, workspace.id, { ids, project: workspace.project }),
  ]);
  const found = memories.map((memory): Found => ({ memory }));
  const standingOrder = belowSuccessors(found, successors, ({ memory }) => ({
    memory: presentMemory(memory, form),
  }));
  const byId = new Map(standingOrder.map((item) => [item.memory.id, item]));
  const kept = ordered ? standingOrder : found.map((item) => byId.get(item.memory.id) ?? item);
  const marked = withStanding(folded ? foldTwins(kept) : kept, workspace, { standing, form });
  const shown = folded && ordered ? foldAlike(marked, standing) : marked;
  if (!ordered) return shown;
  const withdrawn = new Set(standing.flatMap(({ id, is_withdrawn }) => (is_withdrawn ? [id] : [])));
  const isLast = ({ memory }: Found) => Number(withdrawn.has(memory.id));
  return shown.toSorted((a, b) => isLast(a) - isLast(b));
}
