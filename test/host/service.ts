import { inject, test as base } from 'vitest';
import type { MemoryIdForm } from '@memory/contracts';
import type { HostProcess } from './distant-host.ts';
import type { TestHost } from './test-host.ts';
import { TestWorkspace } from './test-workspace.ts';

export { TestWorkspace, type Reply, type RequestOptions } from './test-workspace.ts';

const shared = new Map<MemoryIdForm, Promise<TestHost>>();

/** The host of an identifier form that the tests of this process share. */
export function sharedHost(form: MemoryIdForm = 'A'): Promise<TestHost> {
  const started = shared.get(form) ?? startHost(form);
  shared.set(form, started);
  return started;
}

/** The hosts that tests of this process have asked for. */
export const sharedHosts = (): Promise<TestHost[]> => Promise.all(shared.values());

/** The service in this process or in another one, or the synthesized stack; chosen by the project that the test runs in. */
async function startHost(form: MemoryIdForm): Promise<TestHost> {
  switch (process.env['TEST_HOST']) {
    case 'stack': {
      const { startSynthesizedStack } = await import('./stack/shared-stack.ts');
      return startSynthesizedStack({ MEMORY_ID_FORM: form });
    }
    case 'process': {
      const { distantHost } = await import('./distant-host.ts');
      const reply = await fetch(inject('hostProcess'));
      if (!reply.ok) throw new Error(await reply.text());
      const [formA, formB] = (await reply.json()) as [HostProcess, HostProcess];
      return distantHost(form === 'A' ? formA : formB);
    }
    default: {
      const { startLocalHost } = await import('./local-host.ts');
      const { sharedPglite } = await import('./migrated-pglite.ts');
      return startLocalHost({ MEMORY_ID_FORM: form }, { database: await sharedPglite() });
    }
  }
}

/** A test with a workspace of its own; `other` is one more, that it must not be able to reach. */
export const testWithService = base
  .extend('service', async ({ task }) => TestWorkspace.create(await sharedHost(task.meta.form)))
  .extend('other', async ({ task }) => TestWorkspace.create(await sharedHost(task.meta.form)));

/**
 * The same where work is done for whole databases: in this process its own holds nothing of other files, which makes that work
 * short and its outcome plain.
 */
export const testWithOwnDatabase = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it that no other fixture is needed
  .extend('host', { scope: 'file' }, async ({}, { onCleanup }) => {
    if (process.env['TEST_HOST']) return sharedHost();
    const [{ startLocalHost }, { emptyPglite }] = await Promise.all([
      import('./local-host.ts'),
      import('./migrated-pglite.ts'),
    ]);
    const host = await startLocalHost({}, { database: await emptyPglite() });
    onCleanup(() => host.close());
    return host;
  })
  .extend('service', async ({ host }) => TestWorkspace.create(host))
  .extend('other', async ({ host }) => TestWorkspace.create(host));
