import { setTimeout as wait } from 'node:timers/promises';
import type { ErasedState } from '@memory/contracts';
import type { Operator } from './operator.ts';

const LOOK_EVERY_MS = 1_000;

/** Training waits for the embeddings of what was changed: some 40 memories a second on a laptop. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Has lexical models trained anew that learnt from what was replaced, then the files of the database written anew.
 * @returns `training` where the models were not ready in time, and nothing has been written
 */
export async function eraseReplaced(target: Operator, workspace: string | undefined): Promise<ErasedState> {
  await target.runJob({ job: 'maintainWorkspace', workspaceId: workspace ?? null });
  for (const endsAt = Date.now() + PATIENCE_MS; ; await wait(LOOK_EVERY_MS)) {
    const { state } = await target.eraseReplaced({});
    if (state !== 'training' || Date.now() > endsAt) return state;
  }
}
