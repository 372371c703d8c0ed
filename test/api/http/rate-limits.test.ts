import { describe, expect } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Rates } from '@memory/db';
import { createServices, LOCAL_DEFAULTS, readConfig } from '@memory/service';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type Reply, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

/** A rate so low that nothing comes back to a bucket while a test runs. */
const few = (burst: number) => ({ perMinute: 1, burst });

const withRates = (service: TestWorkspace, rates: Partial<Rates>) =>
  serveVariant(service, { rates: { ...service.services.rates, ...rates } });

const read = (service: TestWorkspace, key?: string) => service.get('/api/v1/memories', { key });

const write = (service: TestWorkspace, key?: string) =>
  service.post('/api/v1/memories/batch-delete', { memory_ids: [] }, { key });

async function statuses(count: number, call: () => Promise<Reply>): Promise<number[]> {
  const found: number[] = [];
  for (let number = 0; number < count; number += 1) found.push((await call()).status);
  return found;
}

/** The rates that a configuration makes, without a database. */
async function ratesOf(settings: Record<string, string>, service: TestWorkspace): Promise<Rates> {
  const database = { db: service.services.db, close: () => Promise.resolve() };
  return (await createServices(readConfig(settings), { database })).rates;
}

describe('the numbers', () => {
  verifies(
    [
      'limits.rate.reads',
      'limits.rate.reads-burst',
      'limits.rate.writes',
      'limits.rate.writes-burst',
      'limits.rate.local-times-ten',
      'limits.rate.configurable',
    ],
    async ({ service }) => {
      expect(await ratesOf({}, service)).toMatchObject({
        read: { perMinute: 600, burst: 1_200 },
        write: { perMinute: 300, burst: 600 },
        relationship: { perMinute: 120, burst: 120 },
        observation: { perMinute: 120, burst: 120 },
      });
      expect(await ratesOf(LOCAL_DEFAULTS, service)).toMatchObject({
        read: { perMinute: 6_000, burst: 12_000 },
        write: { perMinute: 3_000, burst: 6_000 },
        relationship: { perMinute: 1_200, burst: 1_200 },
        observation: { perMinute: 1_200, burst: 1_200 },
      });
      const set = { RATE_READ_PER_MINUTE: '7', RATE_WRITE_PER_MINUTE: '3' };
      expect(await ratesOf(set, service)).toMatchObject({
        read: { perMinute: 7, burst: 14 },
        write: { perMinute: 3, burst: 6 },
      });
      for (const wrong of ['0', '-1', '1.5', 'many'])
        expect(() => readConfig({ RATE_READ_PER_MINUTE: wrong })).toThrow(/RATE_READ_PER_MINUTE/u);
    },
  );
});

describe('a bucket', () => {
  verifies(
    [
      'limits.rate.reads',
      'limits.rate.writes',
      'limits.rate.separate-buckets',
      'limits.rate.retry-after-seconds',
      'errors.shape.429',
    ],
    async ({ service }) => {
      await using variant = await withRates(service, { read: few(4), write: few(2) });
      expect(await statuses(5, () => read(variant.service))).toEqual([200, 200, 200, 200, 429]);
      expect(await statuses(3, () => write(variant.service))).toEqual([200, 200, 429]);
      for (const call of [read, write]) {
        const reply = await call(variant.service);
        expect(reply.status).toBe(429);
        expect(reply.body).toEqual({ detail: expect.any(String) });
        expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/u);
        expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
    },
  );

  verifies(['limits.relationship-rate', 'limits.rate.separate-buckets'], async ({ service }) => {
    await using variant = await withRates(service, { read: few(1), write: few(2) });
    const retract = () =>
      variant.service.delete('/api/v1/relationships?relationship_id=00000000-0000-7000-8000-00000000beef');
    expect(await statuses(3, retract)).toEqual([404, 404, 429]);
    expect((await write(variant.service)).status).toBe(429);
    expect((await read(variant.service)).status).toBe(200);
  });

  verifies('limits.relationship-rate.per-workspace', async ({ service }) => {
    const second = await service.keyWithScope('write');
    await using variant = await withRates(service, { write: few(1), relationship: few(2) });
    const retract = (key?: string) =>
      variant.service.delete('/api/v1/relationships?relationship_id=00000000-0000-7000-8000-00000000beef', {
        key,
      });
    // A write that the key's own rate refuses is not taken from the workspace's.
    expect(await statuses(4, () => retract())).toEqual([404, 429, 429, 429]);
    expect((await retract(second)).status).toBe(404);
  });

  verifies('limits.rate.per-key', async ({ service, other }) => {
    const second = await service.keyWithScope('read');
    await using variant = await withRates(service, { read: few(2) });
    expect(await statuses(3, () => read(variant.service))).toEqual([200, 200, 429]);
    expect(await statuses(3, () => read(variant.service, second))).toEqual([200, 200, 429]);
    expect((await read(variant.service, other.key)).status).toBe(200);
  });

  verifies(['limits.rate.search-is-read', 'limits.rate.counters-are-reads'], async ({ service }) => {
    const path = `/api/v1/memories/${service.ref(await service.store())}`;
    const search = (target: TestWorkspace) => target.post('/api/v1/memories/search', { query: 'q' });
    const calls = [
      search,
      (target: TestWorkspace) => target.post(`${path}/access`),
      (target: TestWorkspace) => target.post(`${path}/retrieval`),
    ];
    for (const call of calls) {
      const key = await service.keyWithScope('write');
      await using variant = await withRates(service, { read: few(2), write: few(1) });
      const caller = Object.assign(variant.service, { key });
      expect(await statuses(3, () => call(caller))).toEqual([200, 200, 429]);
      expect((await read(caller)).status).toBe(429);
      expect((await write(caller)).status).toBe(200);
    }
  });

  verifies('limits.rate.refill', async ({ service }) => {
    await using variant = await withRates(service, { read: { perMinute: 6, burst: 3 } });
    expect(await statuses(4, () => read(variant.service))).toEqual([200, 200, 200, 429]);
    const wait = Number((await read(variant.service)).headers.get('retry-after'));
    expect(wait).toBe(10);
    // Time passes: the bucket is set as it stands that many seconds later.
    const pass = (seconds: number) =>
      service.services.db.execute(
        sql`update api_keys set read_tat = read_tat - ${seconds}::float8 * interval '1 second'
          where workspace_id = ${service.id}::uuid`,
      );
    await pass(wait - 2);
    expect((await read(variant.service)).status).toBe(429);
    await pass(2);
    expect(await statuses(2, () => read(variant.service))).toEqual([200, 429]);
    await pass(600);
    expect(await statuses(4, () => read(variant.service))).toEqual([200, 200, 200, 429]);
  });

  testWithService('holds under parallel calls', async ({ service }) => {
    await using variant = await withRates(service, { read: few(25) });
    const replies = await Promise.all(Array.from({ length: 60 }, () => read(variant.service)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(35);
  });
});

describe('the order of checks', () => {
  verifies(['http.order.401-before-429', 'http.order.429-before-403'], async ({ service }) => {
    const reader = await service.keyWithScope('read');
    await using variant = await withRates(service, { read: few(1), write: few(1) });
    expect((await write(variant.service, reader)).status).toBe(403);
    expect((await write(variant.service, reader)).status).toBe(429);
    expect((await variant.service.post('/api/v1/memories/store', { title: 7 }, { key: reader })).status).toBe(
      429,
    );
    const wrong = `${reader.slice(0, -1)}${reader.endsWith('x') ? 'y' : 'x'}`;
    expect((await write(variant.service, wrong)).status).toBe(401);
    const path = `/api/v1/memories/${unknownRef(service.form)}`;
    expect((await variant.service.get(path, { key: reader })).status).toBe(404);
    expect((await variant.service.get(path, { key: reader })).status).toBe(429);
    expect((await variant.service.get('/api/v1/nothing', { key: reader })).status).toBe(429);
    const revoked = ((await service.get('/api/v1/keys')).body as { id: string; name: string }[]).find(
      ({ name }) => name === 'read',
    );
    await service.delete(`/api/v1/keys/${revoked?.id}`);
    expect((await read(variant.service, reader)).status).toBe(401);
  });
});
