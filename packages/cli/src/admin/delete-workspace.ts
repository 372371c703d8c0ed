import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from './operator.ts';

/** Between steps, some of which wait for upkeep. */
const STEP_PAUSE_MS = 500;

/** Repeats the steps until the workspace is gone. */
export async function deleteWorkspace(
  target: Operator,
  input: { workspaceId: string; name: string },
): Promise<void> {
  for (;;) {
    const { done } = (await target.run({ operation: 'deleteWorkspace', input })) as { done: boolean };
    if (done) return;
    await sleep(STEP_PAUSE_MS);
  }
}
