import { ObservationInput } from '@memory/contracts';
import { listUnusedTellings, markTellingsUsed, type ToldMemory, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

/** Notes which memories that a session was told show themselves of use in what its agent said or changed. */
export async function noteUse(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { session_id: sessionId, observations }: { session_id: string; observations: readonly unknown[] },
): Promise<void> {
  const acts = observations.flatMap((item) => {
    const { data } = ObservationInput.safeParse(item);
    return data?.kind === 'edit' || data?.kind === 'assistant_message' ? [data] : [];
  });
  if (acts.length === 0) return;
  const told = await listUnusedTellings(db, workspace.id, sessionId);
  const ids = told.filter((memory) => acts.some((act) => showsUse(memory, act))).map(({ id }) => id);
  if (ids.length > 0) await markTellingsUsed(db, workspace.id, { sessionId, ids, at: clock() });
}

/** Whether it is named, a file of it is changed, or half of the telling words of its title are said. */
function showsUse(
  { id, memory_id, title, files: its }: ToldMemory,
  { kind, content, files }: ObservationInput,
): boolean {
  if (kind === 'edit') return files.some((file) => its.includes(file));
  if (content.includes(id) || content.includes(memory_id)) return true;
  const said = new Set(wordsOf(content));
  const telling = wordsOf(title);
  const found = telling.filter((word) => said.has(word)).length;
  return found >= 2 && found * 2 >= telling.length;
}

const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{5,}/gu) ?? []),
];
