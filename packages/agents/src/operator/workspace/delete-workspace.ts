import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from '../operator.ts';

/** Between steps, some of which wait for upkeep. */
const STEP_PAUSE_MS = 500;

/** Repeats the steps until the workspace is gone. @returns files that were written of it, which stay where they lie */
export async function deleteWorkspace(
  target: Operator,
  input: { workspaceId: string; name: string },
): Promise<string[]> {
  let files: string[] | undefined;
  for (;;) {
    const { done, exports } = await target.deleteWorkspace(input);
    files ??= exports;
    if (done) return files;
    await sleep(STEP_PAUSE_MS);
  }
}
