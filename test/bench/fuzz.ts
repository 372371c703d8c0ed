import { fuzz } from '../support/fuzz/fuzz.ts';
import { startLocalHost } from '../host/local-host.ts';
import { TestWorkspace } from '../host/test-workspace.ts';

const COUNT = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);

/** In runs of their own workspaces, so that none grows until its searches are all that is measured. */
const RUN = 1_000;

/** 20,000 requests made from the interface's own schemas (FUZZ_REQUESTS: another number), held against its documents. */
export async function benchFuzz(): Promise<void> {
  const host = await startLocalHost();
  const startedAt = performance.now();
  const totals: Record<string, number> = {};
  const add = (name: string, count: number) => (totals[name] = (totals[name] ?? 0) + count);
  try {
    for (let done = 0; done < COUNT; done += RUN) {
      const [service, other] = [await TestWorkspace.create(host), await TestWorkspace.create(host)];
      const { requests, statuses, serverErrors, undocumented, slowestMs } = await fuzz(service, other, {
        count: Math.min(RUN, COUNT - done),
        seed: done,
      });
      for (const [kind, count] of Object.entries(requests)) add(kind, count);
      for (const [status, count] of Object.entries(statuses)) add(`status ${status}`, count);
      add('5xx', serverErrors);
      add('outside the documents', undocumented.length);
      totals['slowest, ms'] = Math.max(totals['slowest, ms'] ?? 0, Math.round(slowestMs));
      for (const fault of undocumented.slice(0, 12)) console.log(fault);
    }
  } finally {
    await host.close();
  }
  console.table(totals);
  console.log(`${COUNT} requests in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}
