import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  endSession,
  generateSessionSummary,
  getSession,
  getSessionContext,
  listObservations,
  listSessions,
  randomIds,
  recordObservations,
  startSession,
  updateSession,
  type Services,
} from '@memory/core';
import { countPendingObservations, finishSummary, queryRows, type Database } from '@memory/db';
import { describeEngines, describeLarge } from '../host/databases.ts';
import { captureLog } from '../support/capture-log.ts';
import { memory, seedWorkspace } from './search-workspace.ts';

type Needed = Pick<
  Services,
  'db' | 'ids' | 'clock' | 'textGenerator' | 'settings' | 'jobs' | 'embedding' | 'log'
>;

/** The services that sessions need, and the messages they sent. */
function servicesOf(db: Database) {
  const sent: { name: string; payload: unknown }[] = [];
  const services: Needed = {
    db,
    ids: randomIds,
    clock: () => new Date(),
    textGenerator: null,
    embedding: { provider: 'none', builtIn: null },
    log: captureLog().log,
    settings: {
      memoryIdForm: 'A',
      keyEnvironment: 'test',
      retentionDays: 180,
      sessionIdleMinutes: 30,
      llmTokensPerDay: 1_000,
      keepsNames: false,
      version: '0.0.0',
    },
    jobs: {
      enqueue: (name, ...payloads) => {
        sent.push(...payloads.map((payload) => ({ name, payload })));
        return Promise.resolve();
      },
      enqueueLater: () => Promise.resolve(),
    },
  };
  return { services, sent };
}

const start = { project_name: 'shop', branch_name: 'main', user_id: null, user_email: null };

describeLarge('the largest sessions', (db) => {
  it('keeps the largest session, and reads all of it', async () => {
    const { services } = servicesOf(db());
    const workspace = await seedWorkspace(db(), [memory('Long', { narrative: '𝕊'.repeat(100_000) })]);
    const session_id = `${randomUUID()}/ü%+`;
    const metadata = { a: 'é'.repeat(16_000) };
    await startSession(services, workspace, { ...start, session_id, metadata });
    const summary = '𝕊'.repeat(10_000);
    await updateSession(services, workspace, { session_id, summary });
    expect(await getSession(services, workspace, { session_id })).toMatchObject({
      summary,
      metadata_json: metadata,
    });
    expect(
      (await listSessions(services, workspace, { limit: 20, offset: 0, first_prompts: false })).results[0]
        ?.summary,
    ).toBe(summary);
    const { context } = await getSessionContext(services, workspace, { session_id, max_memories: 15 });
    expect(context.recent_memories[0]?.narrative).toHaveLength(200_000);
  });

  it('turns the largest observations into a summary and memories, once however often', async () => {
    const { services, sent } = servicesOf(db());
    const workspace = await seedWorkspace(db(), []);
    const session_id = randomUUID();
    await startSession(services, workspace, { ...start, session_id, metadata: {} });
    const files = Array.from({ length: 20 }, (_, index) => `src/${'ü'.repeat(400)}${index}.ts`);
    const decision = 'Decision: calls are retried twice, because the provider throttles in bursts.';
    const observations = [
      { content: decision, kind: 'decision', files: ['src/a.ts'], event_id: 'e' },
      { content: decision, kind: 'decision', event_id: 'e' },
      ...Array.from({ length: 30 }, () => ({ content: '𝕊'.repeat(10_000), kind: 'tool_result', files })),
    ];
    const recorded = await recordObservations(services, workspace, { session_id, observations });
    expect(recorded).toMatchObject({ accepted: 31, duplicates: 1, rejected: 0 });
    expect(await countPendingObservations(db(), workspace.id)).toMatchObject({ pending: 31 });
    const listed = await listObservations(services, workspace, { session_id, limit: 500, offset: 0 });
    expect(listed.results.at(-1)?.content).toHaveLength(20_000);
    await endSession(services, workspace, { session_id, summary: null });
    const [message] = sent.map(({ payload }) => payload as { sessionId: string });
    if (!message) throw new Error('No message was sent.');
    await Promise.all(Array.from({ length: 4 }, () => generateSessionSummary(services, workspace, message)));
    expect((await getSession(services, workspace, { session_id })).summary).toContain('31 observations');
    const stored = await queryRows(db())`
      select count(*)::int memories from memories where workspace_id = ${workspace.id}::uuid`;
    expect(stored).toEqual([{ memories: 1 }]);
    expect(await countPendingObservations(db(), workspace.id)).toMatchObject({
      pending: 0,
      oldestAt: null,
    });
  });
});

describeEngines('sessions', (db) => {
  it('draws a memory once from sessions that end at the same time', async () => {
    const { services, sent } = servicesOf(db());
    const workspace = await seedWorkspace(db(), []);
    const content = 'Decision: calls are retried twice, because the provider throttles in bursts.';
    const sessions = Array.from({ length: 8 }, () => randomUUID());
    for (const session_id of sessions) {
      await startSession(services, workspace, { ...start, session_id, metadata: {} });
      const observations = [{ content, kind: 'decision', files: ['src/a.ts'] }];
      await recordObservations(services, workspace, { session_id, observations });
      await endSession(services, workspace, { session_id, summary: null });
    }
    const messages = sent.map(({ payload }) => payload as { sessionId: string });
    await Promise.all(messages.map((message) => generateSessionSummary(services, workspace, message)));
    const stored = await queryRows(db())`
      select count(distinct memory_id)::int memories, count(distinct observation_id)::int observations
        from memory_sources where workspace_id = ${workspace.id}::uuid`;
    expect(stored).toEqual([{ memories: 1, observations: sessions.length }]);
    const summaries = await Promise.all(
      sessions.map(
        async (session_id) => (await getSession(services, workspace, { session_id })).summary ?? '',
      ),
    );
    expect(summaries.filter((summary) => summary.includes('1 memory drawn'))).toHaveLength(1);
    expect(summaries.filter((summary) => summary.includes('1 known already'))).toHaveLength(7);
    // A memory that was deleted since it was read is cited no more.
    const [{ id } = { id: '' }] = await queryRows<{ id: string }>(db())`
      select id::text from observations where workspace_id = ${workspace.id}::uuid limit 1`;
    const written = await finishSummary(db(), workspace.id, {
      id: messages[0]?.sessionId ?? '',
      summarizedCount: 1,
      newSummarizedCount: 1,
      summary: 'Nothing new.',
      memories: [],
      sources: [{ memory_id: randomUUID(), observation_id: id }],
      supersedes: [],
      observationIds: [],
      nextDueAt: new Date(),
      at: new Date(),
    });
    expect(written).toBe(true);
  });
});
