import { expect } from 'vitest';
import { testWithService, type Reply, type TestWorkspace } from '../../host/service.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);
const sessions = '/api/v1/sessions';
const pathOf = (sessionId: string, end = '') => `${sessions}/${encodeURIComponent(sessionId)}${end}`;

async function start(service: TestWorkspace, fields: Record<string, unknown> = {}) {
  const reply = await service.post(`${sessions}/start`, { session_id: freshSessionId(), ...fields });
  expect(reply.status).toBe(201);
  return reply.body;
}

verifies(
  [
    'sessions.list.ok',
    'sessions.list.count-total',
    'sessions.list.fields',
    'sessions.list.order',
    'sessions.list.limit-default-20',
    'sessions.list.offset',
    'sessions.list.own-workspace',
  ],
  async ({ service, other }) => {
    await start(other);
    expect((await service.get(`${sessions}/`)).body).toEqual({ count: 0, results: [] });
    const ids: string[] = [];
    for (let index = 0; index < 22; index += 1) ids.push((await start(service)).session_id);
    const first = await service.get(`${sessions}/`);
    expect(first.status).toBe(200);
    expect(first.body.count).toBe(22);
    expect(first.body.results).toHaveLength(20);
    expect(Object.keys(first.body.results[0])).toEqual([
      'session_id',
      'project_name',
      'branch_name',
      'is_active',
      'started_at',
      'ended_at',
      'summary',
    ]);
    const all = await service.get(`${sessions}/?limit=100`);
    expect(all.body.results.map(({ session_id }: { session_id: string }) => session_id)).toEqual(
      ids.toReversed(),
    );
    const second = await service.get(`${sessions}?limit=20&offset=20`);
    expect(second.body.results).toEqual(all.body.results.slice(20));
    expect((await service.get(`${sessions}/?offset=2147483647`)).body).toEqual({ count: 22, results: [] });
  },
);

verifies(
  ['sessions.list.limit-min-1', 'sessions.list.limit-max-100', 'sessions.list.offset'],
  async ({ service }) => {
    const status = async (query: string) => (await service.get(`${sessions}/?${query}`)).status;
    expect(await status('limit=1')).toBe(200);
    expect(await status('limit=100')).toBe(200);
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1.5'])
      expect(await status(query)).toBe(422);
  },
  { title: 'bounds of limit and offset' },
);

verifies(
  [
    'sessions.patch.ok',
    'sessions.patch.metadata-replaced',
    'sessions.patch.summary',
    'sessions.patch.ended',
    'sessions.patch.immutable',
    'sessions.patch.unknown-404',
  ],
  async ({ service, other }) => {
    const session = await start(service, { metadata: { a: 1, b: 2 } });
    const path = pathOf(session.session_id);
    const changed = await service.patch(path, {
      metadata: { b: 3 },
      session_id: 'other',
      workspace_id: other.id,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...session, metadata_json: { b: 3 }, updated_at: expect.any(String) },
    });
    expect((await service.patch(path, {})).body).toEqual(changed.body);
    const ended = (await service.post(`${path}/end`)).body;
    const summarized = await service.patch(path, { summary: 'What we did.' });
    expect(summarized.body).toEqual({
      ...ended,
      summary: 'What we did.',
      updated_at: summarized.body.updated_at,
    });
    expect((await service.patch(path, { summary: null })).status).toBe(422);
    expect((await service.patch(path, { metadata: [] })).status).toBe(422);
    expect((await other.patch(path, { summary: 'Taken over.' })).status).toBe(404);
    expect((await service.get(path)).body.summary).toBe('What we did.');
  },
);

verifies(
  ['sessions.metadata.max-32-kib', 'sessions.metadata.depth-32', 'sessions.metadata.object'],
  async ({ service }) => {
    const session = await start(service);
    const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
    const bytes = (count: number) => ({ a: 'é'.repeat((count - 8) / 2) });
    const cases: [unknown, number][] = [
      [bytes(32_768), 200],
      [bytes(32_770), 422],
      [nested(32), 200],
      [nested(33), 422],
      ['text', 422],
      [[], 422],
      [null, 422],
      [{ a: 'nul \u0000' }, 422],
      [{ 'lone \ud800': 1 }, 422],
      [{ text: String.raw`\u0000 as text` }, 200],
      [{ wide: Array.from({ length: 400_000 }, () => 0) }, 422],
    ];
    for (const [metadata, status] of cases) {
      expect((await service.patch(pathOf(session.session_id), { metadata })).status).toBe(status);
      const started = await service.post(`${sessions}/start`, { session_id: freshSessionId(), metadata });
      expect(started.status).toBe(status === 200 ? 201 : status);
    }
    const deep = `{"metadata":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    const reply: Reply = await service.request('PATCH', pathOf(session.session_id), { rawBody: deep });
    expect(reply.status).toBe(422);
  },
);

verifies(
  'sessions.metadata.max-32-kib',
  async ({ service }) => {
    const metadata = { a: 'é'.repeat(16_380) };
    const session = await start(service, { metadata });
    const summary = '𝕊'.repeat(10_000);
    const changed = await service.patch(pathOf(session.session_id), { summary });
    expect(changed.body).toMatchObject({ summary, metadata_json: metadata });
    expect((await service.get(pathOf(session.session_id))).body).toEqual(changed.body);
    expect((await service.patch(pathOf(session.session_id), { summary: 'x'.repeat(10_001) })).status).toBe(
      422,
    );
  },
  { title: 'the largest session is readable' },
);

verifies(
  [
    'sessions.end.ok',
    'sessions.end.body-optional',
    'sessions.end.unknown-404',
    'sessions.end.again',
    'sessions.end.summary',
  ],
  async ({ service, other }) => {
    const session = await start(service);
    const path = pathOf(session.session_id, '/end');
    expect((await other.post(path)).status).toBe(404);
    const ended = await service.post(path);
    expect(ended).toMatchObject({
      status: 200,
      body: { ...session, is_active: false, ended_at: expect.any(String) },
    });
    const again = await service.post(path, {});
    expect(again).toMatchObject({ status: 200, body: ended.body });
    const second = await start(service);
    const withSummary = await service.post(pathOf(second.session_id, '/end'), { summary: 'Given.' });
    expect(withSummary.body).toMatchObject({ summary: 'Given.', is_active: false });
    const other2 = await service.post(pathOf(second.session_id, '/end'), { summary: 'Later.' });
    expect(other2.body).toEqual(withSummary.body);
    expect((await service.post(path, { summary: 7 })).status).toBe(422);
  },
);
