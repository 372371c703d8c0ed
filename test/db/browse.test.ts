import { expect, it } from 'vitest';
import {
  authenticateMember,
  CallLeases,
  deleteMembership,
  listMemberships,
  listMemoriesOfFile,
  listMemoryTitles,
  listRecentMemories,
  queryRows,
  readInsight,
  readStanding,
  searchForRecall,
  upsertMembership,
  type Rates,
  type SemanticQuery,
} from '@memory/db';
import { TABLE_MODEL } from '@memory/text/embedding-table';
import { tableQuery } from '../support/in-memory-search.ts';
import { parseQuery } from '@memory/text';
import { describeDatabases } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace, vectorsOf } from './search-workspace.ts';

const rate = { perMinute: 60, burst: 2 };
const RATES: Rates = { read: rate, write: rate, relationship: rate, observation: rate };

describeDatabases('browse', (db) => {
  it('lists by file: the whole path, then endings, then parts', async () => {
    const named = (title: string, ...sourceFiles: string[]) =>
      memory(title, { sourceFiles, importance: 0.5 });
    const { id } = await seedWorkspace(db(), [
      named('part', 'lib/car_pool.ts/x'),
      named('ending', 'packages/lib/pool.ts'),
      named('whole', 'lib/pool.ts'),
      named('other case', 'LIB/Pool.ts'),
      named('none', 'lib/carpool.ts', 'a\\b.ts'),
    ]);
    const titles = async (path: string) =>
      (await listMemoriesOfFile(db(), id, { path, limit: 10 })).map(({ memory }) => memory.title);
    expect(await titles('lib/pool.ts')).toEqual(expect.arrayContaining(['whole', 'other case', 'ending']));
    expect((await titles('lib/pool.ts')).at(-1)).toBe('ending');
    expect(await titles('/root/lib/pool.ts')).toHaveLength(2);
    expect(await titles('car_pool')).toEqual(['part']);
    expect(await titles('a\\b.ts')).toEqual(['none']);
    expect(await titles('%')).toEqual([]);
  });

  it('lists titles and what is recent, counts retrievals and the whole', async () => {
    const low = memory('low', { importance: 0.1 });
    const high = memory('high', { importance: 0.9, type: 'decision' });
    const { id } = await seedWorkspace(db(), [low, high]);
    expect((await listMemoryTitles(db(), id, { limit: 2 })).map(({ title }) => title)).toEqual([
      'high',
      'low',
    ]);
    const hourAgo = new Date(Date.now() - 3_600_000);
    expect(await listRecentMemories(db(), id, { since: hourAgo, limit: 1 })).toHaveLength(1);
    expect(await listRecentMemories(db(), id, { since: new Date(Date.now() + 60_000), limit: 9 })).toEqual(
      [],
    );
    const shown = { project: undefined, counts: true };
    const known = await readStanding(db(), id, { ids: [low.id, low.id], ...shown });
    expect(known).toMatchObject([{ id: low.id, newer: null, is_withdrawn: false, is_foreign: false }]);
    expect(await readStanding(db(), id, { ids: [], ...shown })).toEqual([]);
    await readStanding(db(), id, { ids: [low.id], ...shown, counts: false });
    const [counted] = await queryRows<{ total: number }>(db())`
      select sum(retrieval_count)::int total from memory_counters where workspace_id = ${id}::uuid`;
    expect(counted?.total).toBe(1);
    expect(await readInsight(db(), id)).toMatchObject({
      memories: { decision: 1, general: 1 },
      relationships: {},
      pending_observations: 0,
      last_discovery_run_at: null,
    });
  });

  it('reads the evidence for relevance, with vectors and without', async () => {
    const pool = memory('Connection pool', { narrative: 'Twenty connections each.' });
    const logs = memory('Connection log', { narrative: 'One line a request.' });
    const memories = [pool, logs];
    const seeded = await seedWorkspace(db(), memories);
    const workspace = await embedWorkspace(db(), seeded, {
      model: TABLE_MODEL,
      vectors: vectorsOf(memories),
    });
    const query = 'connection pool quokka';
    const { words } = parseQuery(query, 'english');
    const evidenceOf = async (semantic: SemanticQuery | null, memoryCount: number) => {
      const asked = { words, alternatives: [], semantic, memoryCount };
      const page = { lifting: [], filters: {}, hasSemanticIndex: false, limit: 10, offset: 0 };
      const found = await searchForRecall(db(), workspace.id, {
        ...asked,
        ...page,
        judged: asked,
        project: undefined,
        question: query,
      });
      expect(found).toHaveLength(2);
      return (id: string) => found.find(({ memory }) => memory.id === id)?.evidence;
    };
    for (const memoryCount of [0, 5_000]) {
      const of = await evidenceOf(tableQuery(query), memoryCount);
      expect(of(pool.id)?.coverage).toBeGreaterThan(of(logs.id)?.coverage ?? 1);
      expect(of(pool.id)?.coverage).toBeLessThan(1);
      expect(of(pool.id)?.likeness).toBeGreaterThan(of(logs.id)?.likeness ?? 1);
      expect(of(logs.id)).toMatchObject({ memories: 2 });
    }
    expect((await evidenceOf(null, 0))(pool.id)).toMatchObject({ likeness: 0, memories: 2 });
  });
});

describeDatabases('memberships', (db) => {
  const issuer = 'https://login.example';
  const ask = (subject: string, workspaceId: string | null) =>
    authenticateMember(db(), {
      issuer,
      subject,
      workspaceId,
      rateClass: 'read',
      rates: RATES,
      leases: new CallLeases(),
    });

  it('resolve the one workspace, or the named one, at the rate of the membership', async () => {
    const [one, two] = [await seedWorkspace(db(), []), await seedWorkspace(db(), [])];
    const subject = `subject of ${one.id}`;
    expect(await ask(subject, null)).toEqual({ memberships: 0, member: undefined });
    const login = { issuer, subject, createdAt: new Date() };
    await upsertMembership(db(), one.id, { ...login, scope: 'read' });
    expect(await ask(subject, null)).toMatchObject({
      memberships: 1,
      member: { scope: 'read', workspace: { id: one.id }, retryAfterSeconds: 0 },
    });
    await upsertMembership(db(), one.id, { ...login, scope: 'write' });
    await upsertMembership(db(), two.id, { ...login, scope: 'admin' });
    expect(await ask(subject, null)).toEqual({ memberships: 2, member: undefined });
    expect(await ask(subject, 'nonsense')).toEqual({ memberships: 2, member: undefined });
    expect(await ask(subject, two.id.toUpperCase())).toMatchObject({ member: { scope: 'admin' } });
    expect(await ask(subject, one.id)).toMatchObject({ member: { scope: 'write', retryAfterSeconds: 0 } });
    const refused = await ask(subject, one.id);
    expect(refused.member?.retryAfterSeconds).toBeGreaterThan(0);
    expect(await ask('somebody else', one.id)).toEqual({ memberships: 0, member: undefined });
    expect(await listMemberships(db(), two.id)).toMatchObject([{ subject, scope: 'admin' }]);
    expect(await deleteMembership(db(), two.id, login)).toBe(true);
    expect(await deleteMembership(db(), two.id, login)).toBe(false);
  });
});
