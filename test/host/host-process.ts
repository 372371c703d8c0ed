/**
 * The service of tests that start programs, in a process of its own: to start one from a process that holds a database takes
 * tens of milliseconds of the system, since its page tables are copied.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { resolveDrizzleOnce } from '@memory/service/resolve-drizzle-once';
import type { JobName } from '@memory/contracts';

resolveDrizzleOnce();
const { startLocalHost } = await import('./local-host.ts');
const { TestWorkspace } = await import('./test-workspace.ts');

const host = await startLocalHost();

/** Requests of a test to a host beside the interface. */
const ASKED: Record<string, (body: unknown) => Promise<object>> = {
  '/workspaces': async () => {
    const { id, key } = await TestWorkspace.create(host);
    return { id, key };
  },
  '/jobs': async (names) => {
    await host.runJobs(...(names as JobName[]));
    return {};
  },
};

const control = createServer((request, response) => {
  const { [request.url ?? '']: ask } = ASKED;
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
process.send?.({ url: host.url, form: host.form, control: `http://127.0.0.1:${port}` });
// The parent has gone.
process.once('disconnect', () => process.exit(0));
