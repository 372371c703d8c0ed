import { expect } from 'vitest';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);
const sessions = '/api/v1/sessions';

async function start(service: TestWorkspace): Promise<{ session_id: string; path: string }> {
  const { body } = await service.post(`${sessions}/start`, { session_id: freshSessionId() });
  return { session_id: body.session_id, path: `${sessions}/${body.session_id}` };
}

verifies.formA('auth.isolation.sessions', async ({ service, other }) => {
  const { session_id, path } = await start(service);
  await service.post(`${path}/observations`, { content: 'Seen by us alone.' });
  await service.post(`${path}/end`, { summary: 'Ours.' });
  await service.store({ title: 'Ours', source_session_id: session_id });
  const calls = [
    other.get(path),
    other.get(`${path}/context`),
    other.get(`${path}/observations`),
    other.post(`${path}/observations`, { content: 'Theirs.' }),
    other.post(`${path}/end`),
    other.patch(path, { summary: 'Theirs.' }),
  ];
  const unknown = await other.get(`${sessions}/${freshSessionId()}`);
  for (const reply of await Promise.all(calls)) {
    expect(reply.status).toBe(404);
    expect(Object.keys(reply.body)).toEqual(Object.keys(unknown.body));
  }
  const theirs = await start(other);
  const { context } = (await other.get(`${theirs.path}/context`)).body;
  expect(context).toEqual({
    recent_memories: [],
    recent_sessions: [],
    workspace_summary: 'This workspace holds no memories yet.',
  });
  expect((await service.get(`${path}/observations`)).body.count).toBe(1);
});

verifies.formA('auth.scope.read-session-writes-403', async ({ service }) => {
  const { path } = await start(service);
  const key = await service.keyWithScope('read');
  const writes = [
    service.post(`${sessions}/start`, { session_id: freshSessionId() }, { key }),
    service.post(`${path}/end`, undefined, { key }),
    service.patch(path, { summary: 'No.' }, { key }),
    service.post(`${path}/observations`, { content: 'No.' }, { key }),
  ];
  for (const reply of await Promise.all(writes)) expect(reply.status).toBe(403);
  for (const end of ['', '/context', '/observations'])
    expect((await service.get(path + end, { key })).status).toBe(200);
});

verifies.formA(['idempotency.sessions', 'idempotency.feedback'], async ({ service }) => {
  const headers = { 'idempotency-key': 'once' };
  const body = { session_id: freshSessionId() };
  const first = await service.post(`${sessions}/start`, body, { headers });
  const again = await service.post(`${sessions}/start`, body, { headers });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  const [ref = ''] = await service.seedMemories(1);
  for (let round = 0; round < 2; round += 1) {
    const reply = await service.post(`/api/v1/memories/${ref}/feedback`, { useful: true }, { headers });
    expect(reply.body.feedback_positive_count).toBe(1);
  }
});

verifies.formA(
  ['memories.store.source-session', 'memories.store.source-session-ignored'],
  async ({ service, other }) => {
    const own = await start(service);
    const foreign = await start(other);
    expect((await service.store({ source_session_id: own.session_id })).source_session_id).toBe(
      own.session_id,
    );
    for (const source_session_id of [foreign.session_id, freshSessionId(), 'a'.repeat(1_000), null])
      expect((await service.store({ source_session_id })).source_session_id).toBeNull();
  },
);

verifies('memories.form-b.recent-memories', async ({ service }) => {
  const stored = await service.store();
  const { path } = await start(service);
  const [memory] = (await service.get(`${path}/context`)).body.context.recent_memories;
  expect(memory.id).toBe(stored.id);
  expect(memory.memory_id).toBe(service.form === 'B' ? stored.memory_id : undefined);
});

verifies.formA('limits.observation-rate', async ({ service }) => {
  const { path } = await start(service);
  const rates = { ...service.services.rates, observation: { perMinute: 120, burst: 120 } };
  await using variant = await serveVariant(service, { rates });
  const statuses: number[] = [];
  let last;
  // A minute's calls at once, and what the bucket regains while they run.
  while (statuses.length < 400 && statuses.at(-1) !== 429) {
    last = await variant.service.post(`${path}/observations`, { content: 'Event.' });
    statuses.push(last.status);
  }
  expect(statuses.filter((status) => status === 202).length).toBeGreaterThanOrEqual(120);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});
