import { expect } from 'vitest';
import { queryRows } from '@memory/db';
import { operatorOf } from '../../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

async function start(service: TestWorkspace): Promise<string> {
  const { body } = await service.post('/api/v1/sessions/start', { session_id: freshSessionId() });
  return `/api/v1/sessions/${body.session_id}/observations`;
}

verifies(
  ['observations.add.accepted', 'observations.list', 'observations.add.durable'],
  async ({ service }) => {
    const path = await start(service);
    const at = (minute: number) => `2026-03-01T12:0${minute}:00.000Z`;
    const reply = await service.post(path, {
      observations: [
        {
          content: 'Second.',
          kind: 'edit',
          tool_name: 'Edit',
          files: ['.\\src\\a.ts'],
          occurred_at: at(2),
          event_id: 'e2',
        },
        { content: '' },
        'no object',
        { content: 'First.', occurred_at: at(1) },
        { content: 'Again.', event_id: 'e2' },
        { content: 'Bad time.', occurred_at: '0000-01-01T00:00:00Z' },
        { content: 'x'.repeat(10_001) },
      ],
    });
    expect(reply).toMatchObject({
      status: 202,
      body: { accepted: 2, duplicates: 1, rejected: 4, redacted: 0 },
    });
    expect(reply.body.errors.map(({ index }: { index: number }) => index)).toEqual([1, 2, 5, 6]);
    expect(reply.body.errors[0].msg).toContain('content');
    const listed = await service.get(path);
    expect(listed).toMatchObject({ status: 200, body: { count: 2 } });
    const sessionId = path.split('/').at(-2);
    const observation = {
      id: expect.any(String),
      session_id: sessionId,
      created_at: expect.any(String),
      is_processed: false,
    };
    expect(listed.body.results).toEqual([
      {
        ...observation,
        event_id: null,
        kind: null,
        tool_name: null,
        files: [],
        content: 'First.',
        occurred_at: at(1),
      },
      {
        ...observation,
        event_id: 'e2',
        kind: 'edit',
        tool_name: 'Edit',
        files: ['src/a.ts'],
        content: 'Second.',
        occurred_at: at(2),
      },
    ]);
    expect((await service.get(`${path}?limit=1&offset=1`)).body.results).toEqual([listed.body.results[1]]);
  },
);

verifies('observations.add.one', async ({ service }) => {
  const path = await start(service);
  expect(await service.post(path, { content: 'By itself.' })).toMatchObject({
    status: 202,
    body: { accepted: 1 },
  });
  expect(await service.post(path, { observations: [{ content: 'In a list.' }] })).toMatchObject({
    body: { accepted: 1 },
  });
  for (const body of [{}, { observations: [] }, { observations: {} }, []])
    expect((await service.post(path, body)).status).toBe(422);
});

verifies('observations.add.max-500', async ({ service }) => {
  const path = await start(service);
  const observations = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ content: `Event ${index}` }));
  expect(await service.post(path, { observations: observations(500) })).toMatchObject({
    status: 202,
    body: { accepted: 500 },
  });
  expect((await service.post(path, { observations: observations(501) })).status).toBe(422);
  const listed = (await service.get(`${path}?limit=500`)).body;
  expect(listed.results.map(({ content }: { content: string }) => content)).toEqual(
    observations(500).map(({ content }) => content),
  );
});

verifies('observations.add.duplicate-event', async ({ service }) => {
  const path = await start(service);
  const elsewhere = await start(service);
  const body = {
    observations: [
      { content: 'A', event_id: 'a' },
      { content: 'B', event_id: 'b' },
    ],
  };
  const replies = await Promise.all(Array.from({ length: 10 }, () => service.post(path, body)));
  expect(replies.reduce((sum, reply) => sum + reply.body.accepted, 0)).toBe(2);
  expect(replies.reduce((sum, reply) => sum + reply.body.duplicates, 0)).toBe(18);
  expect((await service.get(path)).body.count).toBe(2);
  expect((await service.post(elsewhere, body)).body.accepted).toBe(2);
});

verifies(['observations.add.unknown-session-404'], async ({ service, other }) => {
  const path = await start(service);
  const sessionId = path.split('/').at(-2);
  for (const reply of [await other.post(path, { content: 'Foreign.' }), await other.get(path)])
    expect(reply).toMatchObject({ status: 404, body: { detail: `Session ${sessionId} was not found.` } });
  expect((await service.get(path)).body.count).toBe(0);
});

verifies(
  [
    'observations.redaction.tokens',
    'observations.redaction.private-keys',
    'observations.redaction.connection-strings',
    'observations.redaction.private-parts',
    'observations.redaction.count',
  ],
  async ({ service }) => {
    const path = await start(service);
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const key = `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(30)}\n-----END PRIVATE KEY-----`;
    const secrets = [token, 'hunter2secret', 'QUJDQUJD', 'my private thought'];
    const reply = await service.post(path, {
      observations: [
        { content: `Used ${token} to log in.`, event_id: token },
        { content: key },
        { content: 'postgres://app:hunter2secret@db.internal/app' },
        { content: 'Kept. <private>my private thought</private> Kept too.' },
        { content: 'Nothing.', tool_name: token, files: [`src/${token}`] },
        { content: 'Another event.', event_id: token },
      ],
    });
    expect(reply.body).toMatchObject({ accepted: 5, duplicates: 1, rejected: 0 });
    expect(reply.body.redacted).toBeGreaterThanOrEqual(6);
    const stored = JSON.stringify(
      await queryRows(service.services.db)`
        select o.* from observations o where workspace_id = ${service.id}::uuid`,
    );
    for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(stored).toContain('Kept too.');
  },
);

verifies(
  'observations.add.accepted',
  async ({ service }) => {
    const path = await start(service);
    const secret = 'correct horse battery staple';
    const reply = await service.post(path, {
      observations: [{ content: { [secret]: secret } }, { content: secret, kind: 7 }],
    });
    expect(reply.body).toMatchObject({ accepted: 0, rejected: 2 });
    expect(reply.text).not.toContain(secret);
  },
  { title: 'errors repeat nothing of what was sent' },
);

verifies('observations.retract', async ({ service, other }) => {
  const path = await start(service);
  const session = path.slice(0, path.lastIndexOf('/'));
  const note = async (content: string) => {
    await service.post(path, { content, kind: 'decision' });
    const { body } = await service.get(path);
    return (body.results as { id: string; content: string }[]).find((row) => row.content === content)?.id;
  };
  const mistaken = await note('We decided that quokkas are fed at noon.');
  expect((await other.delete(`${path}/${mistaken}`)).status).toBe(404);
  expect(await service.delete(`${path}/${mistaken}`)).toMatchObject({
    status: 200,
    body: { id: mistaken, drawn_memories: [] },
  });
  for (const id of [mistaken, 'nonsense']) expect((await service.delete(`${path}/${id}`)).status).toBe(404);
  expect((await service.get(path)).body).toMatchObject({ count: 0, results: [] });

  const kept = await note('We decided that wombats sleep in the north house.');
  await service.post(`${session}/end`, {});
  await service.runJobs();
  const drawn = (await service.get('/api/v1/memories/')).body as { title: string }[];
  expect(drawn).toHaveLength(1);
  expect((await service.delete(`${path}/${kept}`)).body.drawn_memories).toEqual(
    drawn.map((memory) => service.ref(memory as never)),
  );
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(1);
  // One went and one comes: the count is as before, and the new one is looked at nevertheless.
  await note('We decided that otters get a second pond.');
  await service.post(`${session}/end`, {});
  await service.runJobs();
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(2);
});

verifies('secrets.in-brief', async ({ service }) => {
  const path = await start(service);
  const sessionId = path.split('/').at(-2) ?? '';
  const operator = operatorOf(service.host);
  const shownOf = async (content: string) => {
    await service.post(path, { content, kind: 'user_prompt' });
    const { results } = (await service.get('/api/v1/sessions/?first_prompts=true')).body;
    const traced = await operator.traceSession({ workspaceId: service.id, sessionId });
    const { acts } = await operator.listLatestActs({ workspaceId: service.id, limit: 1 });
    return { listed: results[0].first_prompt, heading: traced.first_prompt, act: acts[0]?.text };
  };
  const called = 'Why does the import of Mrs. van Dalen fail? Call her on +49 511 884 2210. It is urgent.';
  const asked = 'Why does the import of Mrs. [name] fail? It is urgent.';
  expect(await shownOf(called)).toEqual({ listed: asked, heading: asked, act: asked });
  // Cut where the number is not whole yet.
  expect(await shownOf(`${'It is urgent '.repeat(15)}+49 511 884 2210`)).toMatchObject({
    listed: asked,
    act: '[personal data]',
  });
  const { results } = (await service.get(path)).body;
  expect(results[0].content).toBe(called);
});
