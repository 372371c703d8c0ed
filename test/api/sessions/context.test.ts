import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { SessionContextReply } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

async function start(
  service: TestWorkspace,
  fields: object = {},
): Promise<{ session_id: string; path: string }> {
  const { body } = await service.post('/api/v1/sessions/start', { session_id: freshSessionId(), ...fields });
  return { session_id: body.session_id, path: `/api/v1/sessions/${body.session_id}` };
}

const titles = ({ context }: SessionContextReply) => context.recent_memories.map(({ title }) => title);

verifies(
  [
    'sessions.context.ok',
    'sessions.context.session-fields',
    'sessions.context.recent-memories',
    'sessions.context.recent-sessions',
    'sessions.context.workspace-summary',
  ],
  async ({ service }) => {
    const earlier = await start(service, { project_name: 'shop' });
    await service.post(`${earlier.path}/end`, { summary: 'Built the basket.' });
    const stored = await service.store({
      title: 'Prices are in cents',
      narrative: 'Never floats.',
      memory_type: 'decision',
    });
    const { session_id } = await start(service, { project_name: 'shop', branch_name: 'main' });
    const reply = await service.get(`/api/v1/sessions/${session_id}/context`);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      session: {
        session_id,
        project_name: 'shop',
        branch_name: 'main',
        is_active: true,
        started_at: expect.any(String),
      },
      context: {
        recent_memories: [
          {
            id: stored.id,
            ...(service.form === 'B' ? { memory_id: stored.memory_id } : {}),
            title: 'Prices are in cents',
            memory_type: 'decision',
            importance_score: 0.5,
            narrative: 'Never floats.',
          },
        ],
        recent_sessions: [
          { session_id: earlier.session_id, summary: 'Built the basket.', ended_at: expect.any(String) },
        ],
        workspace_summary: expect.any(String),
      },
    });
    const { workspace_summary: summary } = reply.body.context;
    expect(summary).toContain('1 memory from 2 sessions: 1 decision.');
    expect(summary).toMatch(/Latest decisions:\n- Prices are in cents \(\d{4}-\d\d-\d\d\)/u);
  },
);

verifies.formA(
  'sessions.context.workspace-summary',
  async ({ service }) => {
    const { path } = await start(service);
    const empty = (await service.get(`${path}/context`)).body;
    expect(empty.context).toEqual({
      recent_memories: [],
      recent_sessions: [],
      workspace_summary: 'This workspace holds no memories yet.',
    });
    for (const title of ['First', 'Second'])
      await service.store({
        title,
        memory_type: 'incident',
        concepts: ['payments'],
        source_files: ['src/pay.ts'],
      });
    const { context } = (await service.get(`${path}/context`)).body;
    expect(context.workspace_summary).toMatch(
      /^2 memories from 1 session: 2 incidents\.\nMain topics: payments \(2\)\.\nLatest incidents:\n- Second \(.*\)\n- First \(.*\)\nFiles that come up most: src\/pay\.ts \(2\)\.$/u,
    );
  },
  { title: 'a summary for people' },
);

verifies.formA(
  [
    'sessions.context.max-memories-default',
    'sessions.context.max-memories-range',
    'sessions.context.unknown-404',
  ],
  async ({ service, other }) => {
    const { session_id, path } = await start(service);
    await service.seedMemories(17);
    expect(titles((await service.get(`${path}/context`)).body)).toHaveLength(15);
    expect(titles((await service.get(`${path}/context?max_memories=1`)).body)).toHaveLength(1);
    expect(titles((await service.get(`${path}/context?max_memories=100`)).body)).toHaveLength(17);
    for (const query of ['0', '101', 'x'])
      expect((await service.get(`${path}/context?max_memories=${query}`)).status).toBe(422);
    const foreign = await other.get(`${path}/context`);
    expect(foreign).toMatchObject({ status: 404, body: { detail: `Session ${session_id} was not found.` } });
  },
);

verifies.formA('sessions.context.prefers-project', async ({ service }) => {
  const store = async (title: string, project_name: string, branch_name: string) => {
    const { session_id } = await start(service, { project_name, branch_name });
    await service.store({ title, source_session_id: session_id });
  };
  await store('own branch', 'shop', 'feat');
  await store('own project', 'shop', 'main');
  await service.store({ title: 'no project' });
  await store('other project', 'blog', 'feat');
  await service.store({ title: 'important', importance_score: 1 });
  const { path } = await start(service, { project_name: 'shop', branch_name: 'feat' });
  expect(titles((await service.get(`${path}/context`)).body)).toEqual([
    'important',
    'own branch',
    'own project',
    'no project',
    'other project',
  ]);
});

verifies.formA(
  'sessions.context.recent-memories',
  async ({ service }) => {
    const [old, replacement] = await service.seedMemories(2);
    await service.post('/api/v1/relationships', {
      source_id: replacement,
      target_id: old,
      relationship_type: 'supersedes',
    });
    await service.store({ title: 'a page', memory_type: 'wiki', importance_score: 0.6 });
    const { path } = await start(service);
    expect(titles((await service.get(`${path}/context`)).body)).toEqual(['Memory 2', 'a page', 'Memory 1']);
  },
  { title: 'imported pages and superseded memories come last' },
);

verifies.formA('sessions.context.stable', async ({ service }) => {
  const { path } = await start(service, { project_name: 'shop' });
  const other = await start(service, { project_name: 'shop' });
  await service.post(`${other.path}/end`, { summary: 'One thing.' });
  const [first = ''] = await service.seedMemories(6);
  const before = await service.get(`${path}/context`);
  // Ranking must not look at the clock: the memories are moved a year back, all alike.
  await service.services.db.execute(
    sql`update memories set created_at = created_at - interval '365 days' where workspace_id = ${service.id}::uuid`,
  );
  await service.post(`/api/v1/memories/${first}/access`);
  const after = await service.get(`${path}/context`);
  expect(after.text).toBe(before.text);
});

verifies.formA(
  'sessions.context.recent-memories',
  async ({ service }) => {
    const narrative = '𝕊'.repeat(100_000);
    for (let index = 0; index < 8; index += 1) await service.store({ title: `Long ${index}`, narrative });
    const { path } = await start(service);
    const reply = await service.get(`${path}/context?max_memories=100`);
    expect(reply.status).toBe(200);
    expect(titles(reply.body)).toHaveLength(7);
    expect(reply.body.context.recent_memories[0].narrative).toBe(narrative);
  },
  { title: 'whole narratives, as many as an answer holds' },
);
