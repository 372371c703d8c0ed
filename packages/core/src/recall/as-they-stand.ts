import type { Memory } from '@memory/contracts';
import { readNewerMemories, readProvenance, readSuccessors, type Workspace } from '@memory/db';
import { presentMemory } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { likelySuccession } from './likely-succession.ts';
import { belowSuccessors, foldTwins, type Found } from './successions.ts';
import { withProvenance } from './with-provenance.ts';

/**
 * Memories as they stand today: what was replaced below what replaced it, equal texts once, what may be outdated marked.
 * @param options.folded whether equal texts stand once
 * @param options.ordered whether the order may change and successors join; else all is marked where it stands
 */
export async function asTheyStand(
  services: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  memories: readonly Memory[],
  { folded = true, ordered = true }: { folded?: boolean; ordered?: boolean } = {},
): Promise<Found[]> {
  if (memories.length === 0) return [];
  const ids = memories.map(({ id }) => id);
  const [successors, newer, provenance] = await Promise.all([
    readSuccessors(services.db, workspace.id, { ids, filters: {} }),
    newerNotes(services, workspace, ids),
    readProvenance(services.db, workspace.id, ids, workspace.project),
  ]);
  const found = memories.map((memory): Found => ({ memory }));
  const form = services.settings.memoryIdForm;
  const standing = belowSuccessors(found, successors, ({ memory }) => ({
    memory: presentMemory(memory, form),
  }));
  const byId = new Map(standing.map((item) => [item.memory.id, item]));
  const kept = ordered ? standing : found.map((item) => byId.get(item.memory.id) ?? item);
  const shown = folded ? foldTwins(kept) : kept;
  return withProvenance(shown, workspace, provenance).map((item) => withNote(item, newer));
}

export const withNote = <Item extends Found>(item: Item, notes: ReadonlyMap<string, string>): Item => {
  const note = item.note ?? notes.get(item.memory.id);
  return note === undefined ? item : { ...item, note };
};

/** Of what may have been replaced: which memory is newer, by the id of the older one. */
export async function newerNotes(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { embeddingModel: model } = workspace;
  if (model === null || ids.length === 0) return new Map();
  const rows = await readNewerMemories(db, workspace.id, { ids, ...likelySuccession(model) });
  return new Map(
    rows.map(({ old_id, id, memory_id, title, created_at }) => [
      old_id,
      `newer: ${title} (${settings.memoryIdForm === 'A' ? id : memory_id}, ${created_at.slice(0, 10)})`,
    ]),
  );
}
