import { describe, expect } from 'vitest';
import { scheduleNightlyWork } from '@memory/core';
import { queryRows } from '@memory/db';
import { sql } from 'drizzle-orm';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type Reply, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const STORE = '/api/v1/memories/store';
const body = { title: 'Once', narrative: 'Stored once.' };

const storeOnce = (service: TestWorkspace, key: string, fields: object = body): Promise<Reply> =>
  service.post(STORE, fields, { headers: { 'idempotency-key': key } });

const memoryCount = async (service: TestWorkspace) =>
  ((await service.get('/api/v1/memories')).body as []).length;

describe('Idempotency-Key', () => {
  testWithService('is kept as its digest only', async ({ service }) => {
    const secret = `ghp_${'A1b2C3d4E5'.repeat(4).slice(0, 36)}`;
    expect((await storeOnce(service, secret)).status).toBe(201);
    const [kept] = await queryRows<{ key: string }>(service.services.db)`
      select idempotency_key as key from idempotent_replies where workspace_id = ${service.id}::uuid`;
    expect(kept?.key).toMatch(/^[0-9a-f]{64}$/u);
  });

  verifies(['idempotency.store.replayed', 'idempotency.status-replayed'], async ({ service }) => {
    const first = await storeOnce(service, 'k');
    expect(first.status).toBe(201);
    const second = await storeOnce(service, 'k');
    expect({ status: second.status, text: second.text }).toEqual({ status: 201, text: first.text });
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await memoryCount(service)).toBe(1);
    // The answer is the first one, whatever has happened since.
    await service.patch(`/api/v1/memories/${service.ref(first.body)}`, { title: 'Changed' });
    expect((await storeOnce(service, 'k')).text).toBe(first.text);
    expect((await service.post(STORE, body)).status).toBe(201);
    expect(await memoryCount(service)).toBe(2);
  });

  verifies(
    'idempotency.status-replayed',
    async ({ service }) => {
      const narrative = '😀"\\\n'.repeat(25_000);
      const first = await storeOnce(service, 'large', { title: 'Large', narrative });
      expect(first.body.narrative).toBe(narrative);
      const again = await storeOnce(service, 'large', { title: 'Large', narrative });
      expect(again.text === first.text).toBe(true);
    },
    { title: 'an answer of half a megabyte' },
  );

  verifies('idempotency.other-body-422', async ({ service }) => {
    await storeOnce(service, 'k');
    const reply = await storeOnce(service, 'k', { ...body, title: 'Twice' });
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({ detail: expect.any(String), code: 'idempotency_key_reused' });
    expect(await memoryCount(service)).toBe(1);
  });

  verifies('idempotency.max-255', async ({ service }) => {
    const printable = 'k"\\ {}é%\u00FF'.repeat(30).slice(0, 255);
    for (const key of ['k', 'k'.repeat(255), printable]) {
      const first = await storeOnce(service, key);
      expect(first.status).toBe(201);
      expect((await storeOnce(service, key)).text).toBe(first.text);
    }
    for (const key of ['k'.repeat(256), 'k'.repeat(4_000)])
      expect(await storeOnce(service, key)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['header', 'Idempotency-Key'], type: 'string_too_long' }] },
      });
    expect(await memoryCount(service)).toBe(3);
  });

  verifies('idempotency.24-hours', async ({ service }) => {
    const first = await storeOnce(service, 'k');
    const after = (hours: number) =>
      serveVariant(service, { clock: () => new Date(Date.now() + hours * 3_600_000) });
    await using almost = await after(23.9);
    expect((await storeOnce(almost.service, 'k')).text).toBe(first.text);
    await using later = await after(24.1);
    const anew = await storeOnce(later.service, 'k', { ...body, title: 'Anew' });
    expect(anew).toMatchObject({ status: 201, body: { title: 'Anew' } });
    expect((await storeOnce(later.service, 'k', { ...body, title: 'Anew' })).text).toBe(anew.text);
    expect(await memoryCount(service)).toBe(2);
  });

  verifies('idempotency.deleted', async ({ service }) => {
    const { db, jobs } = service.services;
    await storeOnce(service, 'k');
    await db.execute(
      sql`insert into idempotent_replies (workspace_id, route, idempotency_key, request_hash, created_at)
        select ${service.id}::uuid, 'route', n::text, 'hash', now() - interval '25 hours' from generate_series(1, 2001) n`,
    );
    const left = async (hours: number) => {
      const clock = () => new Date(Date.now() + hours * 3_600_000);
      await scheduleNightlyWork(
        { db, jobs: { ...jobs, enqueue: () => Promise.resolve() }, clock },
        { deletes: true },
      );
      return queryRows(db)`
        select count(*)::int replies from idempotent_replies where workspace_id = ${service.id}::uuid`;
    };
    expect(await left(0)).toEqual([{ replies: 1 }]);
    expect(await left(24.1)).toEqual([{ replies: 0 }]);
  });

  verifies(['idempotency.per-workspace', 'idempotency.per-route'], async ({ service, other }) => {
    const first = await storeOnce(service, 'k');
    const theirs = await storeOnce(other, 'k', { ...body, title: 'Theirs' });
    expect(theirs).toMatchObject({ status: 201, body: { workspace_id: other.id, title: 'Theirs' } });
    const headers = { 'idempotency-key': 'k' };
    const path = `/api/v1/memories/${service.ref(first.body)}/feedback`;
    const feedback = await service.post(path, { useful: true }, { headers });
    expect(feedback).toMatchObject({ status: 201, body: { feedback_positive_count: 1 } });
    const again = await service.post(path, { useful: true }, { headers });
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: feedback.text });
    expect((await service.post(path, { useful: true })).body.feedback_positive_count).toBe(2);
    const another = `/api/v1/memories/${service.ref(await service.store())}/feedback`;
    expect((await service.post(another, { useful: true }, { headers })).status).toBe(422);
  });

  verifies('idempotency.keys-excepted', async ({ service }) => {
    const headers = { 'idempotency-key': 'k' };
    const create = () => service.post('/api/v1/keys', { name: 'n', scope: 'read' }, { headers });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.key).not.toBe(first.body.key);
    const kept = await queryRows<{ replies: number }>(service.services.db)`
      select count(*)::int replies from idempotent_replies where workspace_id = ${service.id}::uuid`;
    expect(kept).toEqual([{ replies: 0 }]);
  });

  verifies('idempotency.concurrent', async ({ service }) => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => storeOnce(service, 'k')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await memoryCount(service)).toBe(1);
  });

  testWithService('what cannot be committed is not announced to the jobs', async ({ service }) => {
    const sent: string[] = [];
    const enqueue = (name: string) => Promise.resolve(void sent.push(name));
    const { db, jobs } = service.services;
    const transaction: typeof db.transaction = (work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw new Error('The commit failed.');
      });
    const failing = new Proxy(db, {
      get: (target, property) =>
        property === 'transaction' ? transaction : (Reflect.get(target, property, target) as unknown),
    });
    await using broken = await serveVariant(service, { db: failing, jobs: { ...jobs, enqueue } });
    expect((await storeOnce(broken.service, 'k')).status).toBe(500);
    expect(sent).toEqual([]);
    await using mended = await serveVariant(service, { jobs: { ...jobs, enqueue } });
    expect((await storeOnce(mended.service, 'k')).status).toBe(201);
    expect((await storeOnce(mended.service, 'k')).status).toBe(201);
    expect(sent).toEqual(['generateEmbedding']);
    expect(await memoryCount(service)).toBe(1);
  });

  testWithService('a refused request leaves its key unused', async ({ service }) => {
    expect((await storeOnce(service, 'k', { title: '' })).status).toBe(422);
    const unknown = '/api/v1/memories/00000000-0000-7000-8000-00000000dead/feedback';
    const headers = { 'idempotency-key': 'k' };
    expect((await service.post(unknown, { useful: true }, { headers })).status).toBe(404);
    expect((await storeOnce(service, 'k')).status).toBe(201);
    const path = `/api/v1/memories/${service.ref(await service.store())}/feedback`;
    expect((await service.post(path, { useful: true }, { headers })).status).toBe(201);
  });
});
