import { expect } from 'vitest';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
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
    const sessionId = freshSessionId();
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
    const long = (length: number) => freshSessionId().padEnd(length, 'ü');
    expect(await status({})).toBe(422);
    for (const session_id of ['', '  ', '\t\n', 'a\u0000b', 7, null])
      expect(await status({ session_id })).toBe(422);
    expect(await status({ session_id: long(255) })).toBe(201);
    expect(await status({ session_id: long(256) })).toBe(422);
    expect(await status({ session_id: freshSessionId(), user_id: 'u'.repeat(255) })).toBe(201);
    expect(await status({ session_id: freshSessionId(), user_id: 'u'.repeat(256) })).toBe(422);
    expect(await status({ session_id: freshSessionId(), user_email: 'u'.repeat(254) })).toBe(201);
    expect(await status({ session_id: freshSessionId(), user_email: 'u'.repeat(255) })).toBe(422);
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
  const session_id = freshSessionId();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? service : other).post(`${sessions}/start`, { session_id }),
    ),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
});

verifies(
  ['sessions.get.ok', 'sessions.get.unknown-404', 'sessions.get.by-session-id'],
  async ({ service, other }) => {
    const session = await start(service);
    expect(await service.get(pathOf(session.session_id))).toMatchObject({ status: 200, body: session });
    const unknown = await service.get(pathOf(freshSessionId()));
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
          ? `${freshSessionId()}..`
          : sessionId === 'start'
            ? sessionId
            : `${freshSessionId()}${sessionId}`;
      const created = await service.post(`${sessions}/start`, { session_id: named });
      // The host is shared: another run of this file may have used `start` already.
      if (sessionId === 'start' && created.status === 409) return;
      expect(created.status).toBe(201);
      expect((await service.get(pathOf(named))).body).toEqual(created.body);
      expect((await service.get(pathOf(named, '/'))).body).toEqual(created.body);
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
