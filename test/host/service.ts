import { inject, test as base } from 'vitest';
import type { TestHost } from './test-host.ts';
import { TestWorkspace } from './test-workspace.ts';

export { TestWorkspace, type Reply, type RequestOptions } from './test-workspace.ts';

let shared: Promise<TestHost> | undefined;

/** The host that the tests of this process share. */
export const sharedHost = (): Promise<TestHost> => (shared ??= startHost());

/** The service in this process or in another one, or the synthesized stack; chosen by the project that the test runs in. */
async function startHost(): Promise<TestHost> {
  switch (process.env['TEST_HOST']) {
    case 'stack': {
      const { startSynthesizedStack } = await import('./stack/shared-stack.ts');
      return startSynthesizedStack({ MEMORY_ID_FORM: process.env['MEMORY_ID_FORM'] ?? 'A' });
    }
    case 'process': {
      const { distantHost } = await import('./distant-host.ts');
      return distantHost(inject('hostProcess'));
    }
    default: {
      const { startLocalHost } = await import('./local-host.ts');
      return startLocalHost();
    }
  }
}

/** A test with a workspace of its own; `other` is one more, that it must not be able to reach. */
export const testWithService = base
  .extend('service', async () => TestWorkspace.create(await sharedHost()))
  .extend('other', async () => TestWorkspace.create(await sharedHost()));
