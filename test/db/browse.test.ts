import { expect, it } from 'vitest';
import {
  authenticateMember,
  CallLeases,
  deleteMembership,
  listMemberships,
  searchForRecall,
  upsertMembership,
  type Rates,
  type SemanticQuery,
} from '@memory/db';
import { TABLE_MODEL } from '@memory/text/embedding-table';
import { tableQuery } from '../support/in-memory-search.ts';
import { parseQuery } from '@memory/text';
import { describeEngines } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace, vectorsOf } from './search-workspace.ts';

const rate = { perMinute: 60, burst: 2 };
const RATES: Rates = { read: rate, write: rate, relationship: rate, observation: rate };

describeEngines('browse', (db) => {
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

describeEngines('memberships', (db) => {
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
