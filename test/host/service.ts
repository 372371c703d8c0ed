import { test as base } from 'vitest';
import { startLocalHost } from './local-host.ts';
import type { TestHost } from './test-host.ts';
import { TestWorkspace } from './test-workspace.ts';

export { TestWorkspace, type Reply, type RequestOptions } from './test-workspace.ts';

let shared: Promise<TestHost> | undefined;

/** The host that the tests of this process share. */
export const sharedHost = (): Promise<TestHost> => (shared ??= startHost());

/** The service in this process, or the synthesized stack; chosen by the project that the test runs in. */
async function startHost(): Promise<TestHost> {
  if (process.env['TEST_HOST'] !== 'stack') return startLocalHost();
  const { startSynthesizedStack } = await import('./stack/shared-stack.ts');
  return startSynthesizedStack({ MEMORY_ID_FORM: process.env['MEMORY_ID_FORM'] ?? 'A' });
}

/** A test with a workspace of its own; `other` is one more, that it must not be able to reach. */
export const testWithService = base
  .extend('service', async () => TestWorkspace.create(await sharedHost()))
  .extend('other', async () => TestWorkspace.create(await sharedHost()));
