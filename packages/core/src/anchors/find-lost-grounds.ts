import { listLostGrounds, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

/** By identifier of the deployment's form: what became of the code of those memories for which it is not as it was. */
export async function findLostGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const isFormA = settings.memoryIdForm === 'A';
  const lost = await listLostGrounds(db, workspace.id, isFormA ? { ids: refs } : { memoryIds: refs });
  return new Map(lost.map(({ id, memory_id, code }) => [isFormA ? id : memory_id, code]));
}
