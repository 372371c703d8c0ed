import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { queryRows } from '@memory/db';
import { admin } from '../../functions/operations.ts';
import { daysOf } from '../../packages/agents/src/operator/workspace/workspace-command.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { operatorOf } from '../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesInBothForms } from '../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const changesOf = async (service: TestWorkspace, query = '') => {
  const reply = await service.get(`/api/v1/changes${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.changes;
};

/** A memory as its callers see it, without what jobs make of it. */
async function seen(service: TestWorkspace, ref: string) {
  const { status, body } = await service.get(`/api/v1/memories/${ref}`);
  if (status !== 200) return status;
  const rest = { ...body };
  for (const made of ['content_hash', 'updated_at', 'pagerank_score', 'community_label']) delete rest[made];
  for (const side of ['outgoing_relationships', 'incoming_relationships'])
    rest[side] = rest[side].filter(
      ({ discovery_method }: { discovery_method: string }) => discovery_method === 'manual',
    );
  return rest;
}

const undo = (service: TestWorkspace, body: object) => service.post('/api/v1/changes/undo', body);

verifies(['history.list', 'history.undo'], async ({ service, other }) => {
  const ref = service.ref(
    await service.store({ title: 'First title', narrative: 'First words.', tags: ['a'] }),
  );
  const ada = { headers: { 'x-person': 'ada@example.com' } };
  await service.patch(`/api/v1/memories/${ref}`, { title: 'Second title', tags: ['b'] }, ada);
  await service.patch(`/api/v1/memories/${ref}`, { importance_score: 0.9 });
  await service.patch(`/api/v1/memories/${ref}`, { importance_score: 0.9 });
  const asItWas = await seen(service, ref);
  expect((await service.delete(`/api/v1/memories/${ref}`)).status).toBe(204);

  const changes = await changesOf(service, `?memory=${ref}`);
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'deleted',
    'updated',
    'updated',
    'created',
  ]);
  const [deleted, scored, edited, created] = changes;
  expect(created).toMatchObject({ memory: ref, via: 'rest', before: null, undone_at: null });
  // The first key is nobody's.
  expect(created.author).toBeNull();
  expect(edited.author).toBe('ada@example.com');
  expect(edited.before).toEqual({ title: 'First title', tags: ['a'] });
  expect(scored.before).toEqual({ importance_score: 0.5 });
  expect(deleted).toMatchObject({
    title: 'Second title',
    before: { title: 'Second title', narrative: 'First words.', tags: ['b'], importance_score: 0.9 },
  });
  expect(new Set(changes.map(({ batch }: { batch: string }) => batch)).size).toBe(4);

  // Its title is known from its deletion, which is no forgetting.
  const titles = changes.map(({ title }: { title: string }) => title);
  expect([titles.at(-1), deleted.via]).toEqual(['Second title', 'rest']);
  // A memory that is gone has no fields to put back.
  const gone = await undo(service, { change: edited.id });
  expect(gone.body).toMatchObject({ undone: 0, left: [{ change: edited.id, memory: ref, reason: 'gone' }] });
  const back = await undo(service, { change: deleted.id });
  expect(back.body).toMatchObject({ undone: 1, left: [], next: null });
  expect(await seen(service, ref)).toEqual(asItWas);
  expect((await changesOf(service)).at(-1)).toMatchObject({ id: created.id, kind: 'created', via: 'rest' });
  expect((await undo(service, { change: deleted.id })).status).toBe(409);

  // A title that somebody changed meanwhile stays.
  await service.patch(`/api/v1/memories/${ref}`, { title: 'Third title' });
  expect((await undo(service, { change: edited.id })).body.left).toMatchObject([{ reason: 'changed_since' }]);
  const [third] = await changesOf(service);
  expect((await undo(service, { change: third.id })).body.undone).toBe(1);
  expect((await undo(service, { change: edited.id })).body.undone).toBe(1);
  expect(await seen(service, ref)).toMatchObject({
    title: 'First title',
    tags: ['a'],
    importance_score: 0.9,
  });
  // An undo is undone itself.
  expect((await undo(service, { batch: `undo:${edited.id}` })).body.undone).toBe(1);
  expect(await seen(service, ref)).toMatchObject({ title: 'Second title', tags: ['b'] });

  expect((await undo(other, { change: created.id })).status).toBe(404);
  expect(await changesOf(other)).toEqual([]);
  expect((await undo(service, { change: randomUUID() })).status).toBe(404);
  expect((await undo(service, {})).status).toBe(422);
  expect((await undo(service, { change: created.id, batch: 'b' })).status).toBe(422);
  expect((await changesOf(service, '?memory=nobody')).length).toBe(0);
});

verifies.formA('history.pages', async ({ service }) => {
  await service.seedMemories(5);
  const titles: string[] = [];
  for (let next: string | null = null, query = '?limit=2'; ; query = `?limit=2&after=${next}`) {
    const { body } = await service.get(`/api/v1/changes${query}`);
    titles.push(...body.changes.map(({ title }: { title: string }) => title));
    next = body.next;
    if (next === null) break;
  }
  expect(titles).toEqual([5, 4, 3, 2, 1].map((number) => `Memory ${number}`));
});

verifies.formA('history.batch', async ({ service }) => {
  const headers = { 'x-change-batch': `import:test-${service.id}` };
  const stand = service.ref(await service.store({ title: 'Stands before', narrative: 'Old.' }));
  const refs: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const reply = await service.post(
      '/api/v1/memories/store',
      { title, narrative: `${title}.` },
      { headers },
    );
    refs.push(service.ref(reply.body));
  }
  const [one = '', two = '', three = ''] = refs;
  await service.patch(`/api/v1/memories/${one}`, { narrative: 'One, changed by the import.' }, { headers });
  await service.patch(`/api/v1/memories/${stand}`, { narrative: 'Changed by the import.' }, { headers });
  await service.patch(`/api/v1/memories/${two}`, { narrative: 'Two, and edited by hand.' });
  const operator = operatorOf(service);
  const batch = headers['x-change-batch'];
  const undo = (meant: string) => operator.undoChanges({ workspaceId: service.id, batch: meant });
  const undone = await undo(batch);
  expect(undone).toMatchObject({ undone: 4, left: [{ memory: two, reason: 'changed_since' }] });
  expect(await seen(service, stand)).toMatchObject({ narrative: 'Old.' });
  expect([await seen(service, one), await seen(service, three)]).toEqual([404, 404]);
  expect(await seen(service, two)).toMatchObject({ narrative: 'Two, and edited by hand.' });
  // And back.
  await undo(undone.batch);
  expect(await seen(service, one)).toMatchObject({ narrative: 'One, changed by the import.' });
  expect(await seen(service, stand)).toMatchObject({ narrative: 'Changed by the import.' });
  await expect(undo('never')).rejects.toThrow(/not found/u);
});

verifies.formA('history.deleted-whole', async ({ service }) => {
  const session = `s-${service.id}`;
  await service.post('/api/v1/sessions/start', { session_id: session });
  const a = service.ref(await service.store({ title: 'Cause', narrative: 'A.', source_session_id: session }));
  const b = service.ref(await service.store({ title: 'Effect', narrative: 'B.' }));
  await service.post('/api/v1/relationships', { source_id: a, target_id: b, relationship_type: 'caused_by' });
  await service.post(`/api/v1/memories/${a}/feedback`, { useful: true, context: 'Helped.' });
  await service.post(`/api/v1/memories/${a}/access`);
  const document = await service.post('/api/v1/documents', {
    title: 'Guide',
    content: '# Guide\n\nWords.\n\n## Part\n\nMore words.\n',
    source: 'docs/guide.md',
  });
  const documentId = document.body.id ?? document.body.document_id;
  const before = [await seen(service, a), await seen(service, b)];
  const guide = (await service.get(`/api/v1/documents/${documentId}`)).body;
  const headers = { 'x-change-batch': 'clean-up' };
  await service.post('/api/v1/memories/batch-delete', { memory_ids: [a, b] }, { headers });
  expect((await service.delete(`/api/v1/documents/${documentId}`, { headers })).status).toBe(204);
  expect((await undo(service, { batch: 'clean-up' })).body).toMatchObject({ left: [] });
  expect([await seen(service, a), await seen(service, b)]).toEqual(before);
  expect((await service.get(`/api/v1/documents/${documentId}`)).body).toEqual(guide);
  await service.runJobs();
  const found = await service.post('/api/v1/memories/search', { query: 'cause' });
  expect(found.text).toContain(a);
});

verifies.formA('history.sources', async ({ service }) => {
  const client = await connectClient(service);
  await callTool(client, 'memory_store', {
    title: 'By a tool',
    memory_type: 'convention',
    content: 'Stored over MCP.',
  });
  await client.close();
  const session = `s-${service.id}`;
  await service.post('/api/v1/sessions/start', { session_id: session });
  await service.post(`/api/v1/sessions/${session}/observations`, {
    observations: [
      { content: 'Decided: builds run without a cache, because it went stale.', kind: 'assistant' },
    ],
  });
  await service.post(`/api/v1/sessions/${session}/end`, {});
  await service.runJobs();
  const vias = (await changesOf(service)).map(({ via }: { via: string }) => via);
  expect(vias).toContain('mcp');
  expect(vias).toContain('job generateSessionSummary');
});

verifies.formA('history.not-noted', async ({ service }) => {
  const { db } = service.services;
  await service.seedMemories(3);
  await service.runJobs();
  await db.execute(
    sql`update memories set created_at = now() - interval '300 days' where workspace_id = ${service.id}::uuid`,
  );
  const count = async () => (await changesOf(service)).length;
  const before = await count();
  const event = {
    operation: 'runJob' as const,
    input: { job: 'recalculateImportance', workspaceId: service.id },
  };
  expect(await admin(event, { services: service.services })).toMatchObject({ ok: true });
  await service.runJobs();
  const [importance] = await queryRows<{ least: number }>(db)`
    select min(importance_score)::float8 least from memories where workspace_id = ${service.id}::uuid`;
  expect(importance?.least).toBeLessThan(0.5);
  expect(await count()).toBe(before);
});

/** Nightly work goes on with the next 500 workspaces in a message of its own: this one is the first of its message. */
const justBefore = ({ id }: TestWorkspace) => id.replace(/.{12}$/u, '0'.repeat(12));

verifies.formA('history.ends', async ({ service }) => {
  const { db } = service.services;
  await service.seedMemories(2);
  const [newest] = await changesOf(service);
  // A day older than it is kept; its id says when it was made.
  const old = new Date(service.services.clock().getTime() - 31 * 86_400_000);
  await db.execute(sql`update memory_changes set id = ordered_uuid(${old.toISOString()}::timestamptz)
    where workspace_id = ${service.id}::uuid and id <> ${newest.id}::uuid`);
  const { scheduleNightlyWork: handler } = await import('../../functions/jobs.ts');
  const record = {
    messageId: 'm',
    body: JSON.stringify({ deletes: true, after: justBefore(service) }),
    attributes: { ApproximateReceiveCount: '1' },
  };
  const answer = await handler({ Records: [record] } as never, { services: service.services });
  expect(answer.batchItemFailures).toEqual([]);
  expect((await changesOf(service)).map(({ id }: { id: string }) => id)).toEqual([newest.id]);
});

verifies.formA('history.retention', async ({ service }) => {
  const { db } = service.services;
  const set = async (...given: string[]) => {
    const input = { workspaceId: service.id, days: daysOf(given) };
    return admin({ operation: 'setRetention', input }, { services: service.services });
  };
  const refs: string[] = [];
  for (const [type, days] of [
    ['general', 100],
    ['general', 80],
    ['incident', 500],
    ['decision', 500],
  ] as const) {
    const memory = await service.store({ title: `${type} of ${days} days`, memory_type: type });
    refs.push(service.ref(memory));
    await db.execute(sql`update memories set created_at = now() - ${days}::int * interval '1 day'
        where id = ${memory.id}::uuid`);
  }
  await set('general=90', 'incident=30');
  expect(await set('incident=forever', 'decision=400')).toMatchObject({
    result: { retention: { general: 90, decision: 400 } },
  });
  expect(() => daysOf(['general'])).toThrow(/general=90/u);
  expect(await set('nonsense=3')).toMatchObject({ ok: false });
  const { scheduleNightlyWork: handler } = await import('../../functions/jobs.ts');
  const record = {
    messageId: `night-${service.id}`,
    body: JSON.stringify({ deletes: true, after: justBefore(service) }),
    attributes: { ApproximateReceiveCount: '1' },
  };
  const run = () => handler({ Records: [record] } as never, { services: service.services });
  expect((await run()).batchItemFailures).toEqual([]);
  const statuses = async () =>
    Promise.all(refs.map(async (ref) => (await service.get(`/api/v1/memories/${ref}`)).status));
  expect(await statuses()).toEqual([404, 200, 200, 404]);
  const undone = await undo(service, { batch: record.messageId });
  expect(undone.body).toMatchObject({ undone: 2, left: [] });
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});
