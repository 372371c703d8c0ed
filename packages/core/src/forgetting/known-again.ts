import { deleteTombstones, type UndoableChange, type Workspace } from '@memory/db';
import { digestOf, memoryText, textsOf } from '@memory/text/forgotten-text';
import type { Services } from '../services.ts';

/** Begins the name of the batch that brings forgotten memories back. */
export const FORGOTTEN = 'forget:';

/** Memories that were brought back may come by import and capture again. */
export async function letComeAgain(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  changes: readonly UndoableChange[],
): Promise<void> {
  const texts = changes.flatMap(({ memory, before }) => {
    const [said] = (before as { memories?: { title: string; narrative: string }[] } | null)?.memories ?? [];
    return said ? [memoryText(memory.id), ...textsOf(said)] : [];
  });
  const digests = workspace.tombstoneSalts.flatMap((salt) => texts.map((text) => digestOf(salt, text)));
  if (digests.length > 0) await deleteTombstones(db, workspace.id, digests);
}
