import { expect } from 'vitest';
import { testWithService, type Reply, type TestWorkspace } from '../support/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);
const sessions = '/api/v1/sessions';
const pathOf = (sessionId: string, end = '') => `${sessions}/${encodeURIComponent(sessionId)}${end}`;

let number = 0;
/** Session ids are unique across workspaces, and the workers share a host. */
const freshId = (prefix = 'session') => `${prefix}-${process.pid}-${(number += 1)}-${Date.now()}`;

async function start(service: TestWorkspace, fields: Record<string, unknown> = {}) {
  const reply = await service.post(`${sessions}/start`, { session_id: freshId(), ...fields });
  expect(reply.status).toBe(201);
  return reply.body;
}

const FIELDS = [
  'id',
  'session_id',
  'workspace_id',
  'project_name',
  'branch_name',
  'user_id',
  'user_email',
  'is_active',
  'started_at',
  'ended_at',
  'summary',
  'metadata_json',
  'created_at',
  'updated_at',
];

verifies(
  [
    'sessions.start.created',
    'sessions.object.fields',
    'sessions.object.updated-at-null',
    'sessions.start.project-default',
    'sessions.start.branch-default',
    'sessions.start.user-id-default',
    'sessions.start.user-email-default',
    'sessions.start.metadata-default',
  ],
  async ({ service }) => {
    const sessionId = freshId();
    const reply = await service.post(`${sessions}/start`, { session_id: sessionId });
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body)).toEqual(FIELDS);
    expect(reply.body).toMatchObject({
      session_id: sessionId,
      workspace_id: service.id,
      project_name: '',
      branch_name: '',
      user_id: null,
      user_email: null,
      is_active: true,
      ended_at: null,
      summary: null,
      metadata_json: {},
      updated_at: null,
    });
    expect(new Date(reply.body.started_at).toISOString()).toBe(reply.body.started_at);
  },
);

verifies(
  [
    'sessions.start.metadata-returned',
    'sessions.object.no-metadata',
    'sessions.user-id-opaque',
    'sessions.user-email-free',
  ],
  async ({ service }) => {
    const metadata = { tool: 'editor', nested: { list: [1, null, 'zwölf', { '%_\\': true }] }, '': '' };
    const session = await start(service, {
      metadata,
      user_id: 'Ωmega/7%20',
      user_email: 'not an address',
      project_name: 'shop',
      branch_name: 'feat/x',
    });
    expect(session).toMatchObject({
      metadata_json: metadata,
      user_id: 'Ωmega/7%20',
      user_email: 'not an address',
    });
    expect(session).not.toHaveProperty('metadata');
    expect((await service.get(pathOf(session.session_id))).body).toEqual(session);
  },
);

verifies(
  [
    'sessions.start.session-id-required',
    'sessions.start.session-id-max-255',
    'sessions.start.session-id-blank-422',
    'sessions.start.user-id-max-255',
    'sessions.start.user-email-max-254',
  ],
  async ({ service }) => {
    const status = async (body: unknown) => (await service.post(`${sessions}/start`, body)).status;
    const long = (length: number) => freshId().padEnd(length, 'ü');
    expect(await status({})).toBe(422);
    for (const session_id of ['', '  ', '\t\n', 'a\u0000b', 7, null])
      expect(await status({ session_id })).toBe(422);
    expect(await status({ session_id: long(255) })).toBe(201);
    expect(await status({ session_id: long(256) })).toBe(422);
    expect(await status({ session_id: freshId(), user_id: 'u'.repeat(255) })).toBe(201);
    expect(await status({ session_id: freshId(), user_id: 'u'.repeat(256) })).toBe(422);
    expect(await status({ session_id: freshId(), user_email: 'u'.repeat(254) })).toBe(201);
    expect(await status({ session_id: freshId(), user_email: 'u'.repeat(255) })).toBe(422);
  },
);

verifies(
  ['sessions.start.duplicate-409', 'sessions.start.global-409', 'sessions.start.409-silent'],
  async ({ service, other }) => {
    const session = await start(service, { project_name: 'first' });
    const body = { session_id: session.session_id, project_name: 'second' };
    const own = await service.post(`${sessions}/start`, body);
    const foreign = await other.post(`${sessions}/start`, body);
    expect([own.status, foreign.status]).toEqual([409, 409]);
    expect(foreign.text).toBe(own.text);
    expect((await service.get(pathOf(session.session_id))).body).toEqual(session);
    await service.post(pathOf(session.session_id, '/end'));
    expect((await service.post(`${sessions}/start`, body)).status).toBe(409);
  },
);

verifies('sessions.start.concurrent', async ({ service, other }) => {
  const session_id = freshId();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? service : other).post(`${sessions}/start`, { session_id }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 49 }, () => 409),
  ]);
});

verifies(
  ['sessions.get.ok', 'sessions.get.unknown-404', 'sessions.get.by-session-id'],
  async ({ service, other }) => {
    const session = await start(service);
    expect(await service.get(pathOf(session.session_id))).toMatchObject({ status: 200, body: session });
    const unknown = await service.get(pathOf(freshId('unknown')));
    expect(unknown.status).toBe(404);
    const foreign = await other.get(pathOf(session.session_id));
    expect(foreign).toMatchObject({
      status: 404,
      body: { detail: `Session ${session.session_id} was not found.` },
    });
    for (const path of [session.id, '%00', 'a'.repeat(300), '\ud7ff'])
      expect((await service.get(`${sessions}/${path}`)).status).toBe(404);
  },
);

for (const sessionId of [
  'a/b',
  'per%cent',
  'a+b',
  'a b',
  '日本語/ünï',
  'x?y#z',
  '%2F',
  'start',
  'a/end/b',
  '..',
  'é',
])
  verifies(
    'sessions.get.encoded-session-id',
    async ({ service }) => {
      // `..` is resolved by every client, so it stands in a longer name.
      const named =
        sessionId === '..'
          ? `${freshId()}..`
          : sessionId === 'start'
            ? sessionId
            : `${freshId()}${sessionId}`;
      const created = await service.post(`${sessions}/start`, { session_id: named });
      // The host is shared: another run of this file may have used `start` already.
      if (sessionId === 'start' && created.status === 409) return;
      expect(created.status).toBe(201);
      expect((await service.get(pathOf(named))).body).toEqual(created.body);
      expect((await service.patch(pathOf(named), { metadata: { a: 1 } })).body.metadata_json).toEqual({
        a: 1,
      });
      const recorded = await service.post(pathOf(named, '/observations'), { content: 'Something happened.' });
      expect(recorded).toMatchObject({ status: 202, body: { accepted: 1 } });
      expect((await service.get(pathOf(named, '/observations'))).body.count).toBe(1);
      expect((await service.get(pathOf(named, '/context'))).body.session.session_id).toBe(named);
      expect((await service.post(pathOf(named, '/end'))).body).toMatchObject({
        session_id: named,
        is_active: false,
      });
    },
    { title: `a session named ${sessionId}` },
  );

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
      const started = await service.post(`${sessions}/start`, { session_id: freshId(), metadata });
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
