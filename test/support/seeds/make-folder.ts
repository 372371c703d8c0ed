import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for a test's files, gone when the test is. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
