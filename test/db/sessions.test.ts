import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  endIdleSessions,
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
import {
  applyMemoryJudgements,
  applyRelationshipJudgements,
  countPendingObservations,
  listMemoriesToJudge,
  listPruningCandidateIds,
  listRelationshipsToJudge,
  listTypeChanges,
  queryRows,
  recalculateImportance,
  reserveTokens,
  retypeByNeighbours,
  settleTokens,
  undoTypeChange,
  type Database,
} from '@memory/db';
import { describeDatabases } from '../host/databases.ts';
import { captureLog } from '../support/capture-log.ts';
import { embedWorkspace, memory, seedWorkspace } from './search-workspace.ts';

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

describeDatabases('sessions', (db) => {
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

  it('of parallel starts one wins, of parallel ends one asks for the summary', async () => {
    const { services, sent } = servicesOf(db());
    const workspace = await seedWorkspace(db(), []);
    const session = { ...start, session_id: randomUUID(), metadata: {} };
    const starts = await Promise.allSettled(
      Array.from({ length: 20 }, () => startSession(services, workspace, session)),
    );
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        endSession(services, workspace, { session_id: session.session_id, summary: null }),
      ),
    );
    expect(sent).toHaveLength(1);
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
  });

  it('ends idle sessions', async () => {
    const { services, sent } = servicesOf(db());
    const workspace = await seedWorkspace(db(), []);
    const session_id = randomUUID();
    await startSession(services, workspace, { ...start, session_id, metadata: {} });
    const later = new Date(Date.now() + 3 * 3_600_000);
    const clock = () => later;
    // A page begins after the workspace that it names.
    await endIdleSessions({ ...services, clock }, { after: workspace.id });
    expect((await getSession(services, workspace, { session_id })).is_active).toBe(true);
    await endIdleSessions({ ...services, clock });
    expect((await getSession(services, workspace, { session_id })).is_active).toBe(false);
    expect(sent.some(({ name }) => name === 'generateSessionSummary')).toBe(true);
  });

  it('recalculates importance page by page', async () => {
    const memories = Array.from({ length: 5 }, () => memory('Praised', { importance: 0.8 }));
    const { id } = await seedWorkspace(db(), memories);
    const page = { limit: 3, at: new Date(Date.now() + 365 * 86_400_000) };
    const first = await recalculateImportance(db(), id, { ...page, after: null });
    expect(first.changed).toBe(3);
    const second = await recalculateImportance(db(), id, { ...page, after: first.last });
    expect(second.changed).toBe(2);
    expect(await recalculateImportance(db(), id, { ...page, after: second.last })).toEqual({
      last: null,
      changed: 0,
    });
    expect((await recalculateImportance(db(), id, { ...page, after: null })).changed).toBe(0);
  });

  it('gives types, records them and takes them back', async () => {
    const memories = [
      ...Array.from({ length: 4 }, () => memory('Queue outage', { type: 'incident' })),
      memory('Queue outage'),
    ];
    const workspace = await seedWorkspace(db(), memories);
    const at = new Date();
    const model = 'test/plain/2';
    await embedWorkspace(db(), workspace, {
      model,
      vectors: new Map(memories.map(({ id }) => [id, [1, 0]])),
    });
    expect(await retypeByNeighbours(db(), workspace.id, { model, threshold: 0.3, limit: 10, at })).toBe(1);
    const [change] = await listTypeChanges(db(), workspace.id, { limit: 10, offset: 0 });
    expect(await undoTypeChange(db(), workspace.id, { id: change?.id ?? '', at })).toBe('undone');
    expect(await retypeByNeighbours(db(), workspace.id, { model, threshold: 0.3, limit: 10, at })).toBe(0);
    expect(await listMemoriesToJudge(db(), workspace.id, { limit: 10 })).toEqual([]);
    expect(await applyMemoryJudgements(db(), workspace.id, { judgements: [], at })).toBe(0);
    expect(await listRelationshipsToJudge(db(), workspace.id, { limit: 10 })).toEqual([]);
    expect(await applyRelationshipJudgements(db(), workspace.id, { judgements: [], at })).toBe(0);
  });

  it('keeps the budget of a day', async () => {
    const { id } = await seedWorkspace(db(), []);
    const at = new Date();
    const reserve = (tokens: number) => reserveTokens(db(), id, { tokens, limit: 1_000, at });
    expect([await reserve(1_001), await reserve(700), await reserve(400)]).toEqual([false, true, false]);
    await settleTokens(db(), id, { reserved: 700, used: 100, at });
    expect([await reserve(900), await reserve(1)]).toEqual([true, false]);
  });

  it('finds candidates for pruning', async () => {
    const now = new Date();
    const { id } = await seedWorkspace(db(), [memory('Forgotten', { importance: 0.1 })]);
    const limits = {
      importanceBelow: 0.3,
      createdBefore: new Date(now.getTime() + 1_000),
      accessedBefore: now,
    };
    expect(await listPruningCandidateIds(db(), id, { limits, after: null, limit: 10 })).toHaveLength(1);
  });
});
