/**
 * The service of tests that start programs, in a process of its own: to start one from a process that holds a database takes
 * tens of milliseconds of the system, since its page tables are copied.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { resolveDrizzleOnce } from '@memory/service/resolve-drizzle-once';
import type { JobName, MemoryIdForm } from '@memory/contracts';
import type { HostProcess } from './distant-host.ts';

resolveDrizzleOnce();
const { startLocalHost } = await import('./local-host.ts');
const { sharedPglite } = await import('./migrated-pglite.ts');
const { TestWorkspace } = await import('./test-workspace.ts');
const { everythingStored } = await import('../support/everything-stored.ts');

const database = await sharedPglite();

/** The service in a form, and where it is asked what stands beside the interface. */
async function serve(MEMORY_ID_FORM: MemoryIdForm): Promise<HostProcess> {
  const host = await startLocalHost({ MEMORY_ID_FORM }, { database });
  const asked: Record<string, (body: unknown) => Promise<object>> = {
    '/workspaces': async () => {
      const { id, key } = await TestWorkspace.create(host);
      return { id, key };
    },
    '/jobs': async (names) => {
      await host.runJobs(...(names as JobName[]));
      return {};
    },
    '/stored': async (id) => ({ text: await everythingStored({ host, id: id as string }) }),
  };
  const control = createServer((request, response) => {
    const { [request.url ?? '']: ask } = asked;
    void json(request)
      .then((body) => ask?.(body))
      .then(
        (answer) => response.end(JSON.stringify(answer)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  const { port } = control.address() as AddressInfo;
  return { url: host.url, form: host.form, control: `http://127.0.0.1:${port}` };
}

process.send?.([await serve('A'), await serve('B')]);
// The parent has gone.
process.once('disconnect', () => process.exit(0));
