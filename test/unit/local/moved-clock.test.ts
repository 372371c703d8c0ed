import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { endIdleSessions, sweepWorkspaces } from '../../../functions/jobs.ts';
import { repeat } from '../../../packages/service/src/hosts/node/job-loop.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { emptyPglite } from '../../host/migrated-pglite.ts';
import { TestWorkspace } from '../../host/service.ts';
import type { TestHost } from '../../host/test-host.ts';
import { deliver } from '../../jobs/pipeline/deliver.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifies } from '../../support/verifies.ts';

const HOUR_MS = 3_600_000;

let host: TestHost;
beforeAll(async () => {
  host = await startLocalHost({ RATE_READ_PER_MINUTE: '60' }, { database: await emptyPglite() });
});
afterAll(() => host.close());

/**
 * Moves every moment that is stored by some hours: ahead, as if the clock had been set back since it was written, or back, as if
 * it had been set ahead.
 */
async function shiftStored(hours: number): Promise<void> {
  const { db } = host.services;
  const found = (await db.execute(sql`
    select format('update %I set %s', table_name, string_agg(
      format('%I = %I + interval ''1 hour'' * ${sql.raw(String(hours))}', column_name, column_name), ', ')) moves
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' group by table_name`)) as {
    rows: { moves: string }[];
  };
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    for (const { moves } of found.rows) await tx.execute(sql.raw(moves));
  });
}

/** The rest of the process goes by another time of day as well. */
function shiftClock(hours: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
  onTestFinished(() => void vi.useRealTimers());
}

const at = (hours: number) => ({
  services: { ...host.services, clock: () => new Date(Date.now() + hours * HOUR_MS) },
});

verifies('clock.rates', async () => {
  const service = await TestWorkspace.create(host);
  const read = async () => (await service.get('/api/v1/memories')).status;
  for (const hours of [2, 72, -2, -72]) {
    // The bucket is full.
    await Promise.all(Array.from({ length: 125 }, read));
    await shiftStored(hours);
    shiftClock(-hours);
    await expect.poll(read, { timeout: 3_000 }).toBe(200);
    vi.useRealTimers();
  }
  // A bucket that counted as empty would give the burst once more: set to and fro, the clock would lift the limit.
  await Promise.all(Array.from({ length: 125 }, read));
  await shiftStored(2);
  const after = await Promise.all(Array.from({ length: 20 }, read));
  expect(after.filter((status) => status === 200).length).toBeLessThan(10);
});

verifies('clock.work', async () => {
  const service = await TestWorkspace.create(host);
  const started = await service.post('/api/v1/sessions/start', { session_id: freshSessionId() });
  const idle = `/api/v1/sessions/${started.body.session_id}`;
  await service.post(`${idle}/observations`, {
    kind: 'decision',
    content:
      'Decision: failed calls are retried twice with backoff, because the provider throttles in bursts.',
  });
  const other = await service.post('/api/v1/sessions/start', { session_id: freshSessionId() });
  const ended = `/api/v1/sessions/${other.body.session_id}`;
  await service.post(`${ended}/observations`, {
    kind: 'decision',
    content: 'Decision: prices are rounded half to even, because the books of the shop do so.',
  });
  await service.post(`${ended}/end`);
  await service.store({ title: 'Waits for its embedding' });
  // The messages are lost with their process, and the clock is set back by three days.
  host.forgetJobs();
  await shiftStored(72);
  await sweepWorkspaces(deliver({}), at(0));
  // Half an hour later, and not in three days.
  await endIdleSessions(deliver({}), at(0.6));
  await host.runJobs();
  await sweepWorkspaces(deliver({}), at(1));
  await host.runJobs();
  expect((await service.get(idle)).body).toMatchObject({
    is_active: false,
    summary: expect.stringContaining('retried'),
  });
  expect((await service.get(ended)).body).toMatchObject({ summary: expect.stringContaining('rounded') });
});

verifies('clock.tombstones', async () => {
  const service = await TestWorkspace.create(host);
  const memory = await service.store({
    narrative: 'The harbour project is called Zebrafalcon until May.',
  });
  const { body: kept } = await service.get('/api/v1/export/records?record=memory');
  // The memory is of the day after tomorrow by now.
  await shiftStored(48);
  const records = (kept.records as { created_at: string }[]).map((record) => ({
    ...record,
    created_at: new Date(Date.parse(record.created_at) + 48 * HOUR_MS).toISOString(),
  }));
  await service.post('/api/v1/forget', { memories: [service.ref(memory)], dry_run: false });
  const { body } = await service.post('/api/v1/import', { records });
  expect(body.outcomes).toEqual(['forgotten']);
  expect((await service.get('/api/v1/memories')).body).toEqual([]);
});

verifies('clock.keys', async () => {
  const service = await TestWorkspace.create(host);
  const soon = new Date(Date.now() + HOUR_MS).toISOString();
  const { body: made } = await service.post('/api/v1/keys', {
    name: 'short',
    scope: 'read',
    expires_at: soon,
  });
  const { body: revoked } = await service.post('/api/v1/keys', { name: 'gone', scope: 'read' });
  await service.request('DELETE', `/api/v1/keys/${revoked.id}`);
  const status = async (key: string) =>
    (await fetch(`${host.url}/api/v1/memories`, { headers: { authorization: `Token ${key}` } })).status;
  // Two hours on, the one has expired; both ways, the other stays revoked.
  await shiftStored(-2);
  expect(await status(made.key)).toBe(401);
  await shiftStored(4);
  expect(await status(revoked.key)).toBe(401);
  expect((await service.get('/api/v1/keys')).status).toBe(200);
});

verifies('clock.schedules', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.UTC(2026, 0, 1, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const acted = vi.fn();
  const stop = repeat([{ schedule: { every: { day: { hour: 12, minute: 30 } } }, act: acted }]);
  const runs = (minutes: number) => {
    acted.mockClear();
    vi.advanceTimersByTime(minutes * 60_000);
    return acted.mock.calls.length;
  };
  expect(runs(29)).toBe(0);
  expect(runs(2)).toBe(1);
  // A laptop that slept for two days does tonight's work a minute after it wakes, once.
  vi.setSystemTime(Date.UTC(2026, 0, 3, 13));
  expect(runs(5)).toBe(1);
  // Set back by three days, it does not wait for three.
  vi.setSystemTime(Date.UTC(2025, 11, 31, 12));
  expect(runs(29)).toBe(0);
  expect(runs(2)).toBe(1);
  stop();
  expect(runs(3_000)).toBe(0);
});
