import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  authenticateKey,
  CallLeases,
  claimIdempotencyKey,
  countRoundTrips,
  insertKey,
  keepIdempotentReply,
  listKeys,
  queryRows,
  revokeKey,
  setSecretsPolicy,
  type Database,
  type Rates,
  type WorkspaceId,
} from '@memory/db';
import type { RateClass, Scope } from '@memory/contracts';
import { describeDatabases, describeEngines } from '../host/databases.ts';
import { portion } from '../support/portion.ts';
import { seedWorkspace } from '../support/seeds/seed-workspace.ts';
import { verifies } from '../support/verifies.ts';

async function seedKey(db: Database, workspaceId: WorkspaceId, scope: Scope = 'admin') {
  const key = { id: randomUUID(), keyHash: randomUUID(), scope };
  await insertKey(db, workspaceId, {
    ...key,
    name: 'n',
    prefix: 'p',
    createdAt: new Date(),
    expiresAt: null,
  });
  return key;
}

/** A bucket to which nothing comes back while a test runs. */
/** Of a key, one after the other. */
const CALLS = portion(100, 40);

const still = (burst: number) => ({ perMinute: 1, burst });

const rates = (burst: number): Rates => ({
  read: still(burst),
  write: still(burst),
  relationship: still(burst),
  observation: still(burst),
});

const call = (
  db: Database,
  keyHash: string,
  limits: Rates,
  rateClass: RateClass = 'read',
  leases: CallLeases = new CallLeases(),
) => authenticateKey(db, { keyHash, rateClass, rates: limits, leases });

describeDatabases('a call', (db) => {
  const walPosition = async () => {
    const [row] = await queryRows<{ bytes: number }>(db())`
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 bytes`;
    return row?.bytes ?? 0;
  };

  test('one round trip', async () => {
    const { keyHash } = await seedKey(db(), await seedWorkspace(db()));
    for (const rateClass of ['read', 'write', 'relationship', 'observation'] as const)
      await countRoundTrips(async (roundTripCount) => {
        await call(db(), keyHash, rates(9), rateClass);
        expect(roundTripCount()).toBe(1);
      });
    expect(await call(db(), 'unknown', rates(9))).toBeUndefined();
  });

  verifies('limits.rate.reads-do-not-write', async () => {
    const { keyHash } = await seedKey(db(), await seedWorkspace(db()));
    const limits = { ...rates(1_200), read: { perMinute: 600, burst: 1_200 } };
    const measure = async (newLeases: () => CallLeases) => {
      let [leases, writing] = [newLeases(), 0];
      const before = await walPosition();
      for (let number = 0; number < CALLS; number += 1) {
        const position = await walPosition();
        await countRoundTrips(async (roundTripCount) => {
          expect(await call(db(), keyHash, limits, 'read', leases)).toMatchObject({ retryAfterSeconds: 0 });
          expect(roundTripCount()).toBeLessThanOrEqual(1);
        });
        if ((await walPosition()) > position) writing += 1;
        leases = newLeases === fresh ? fresh() : leases;
      }
      return { writing, bytes: ((await walPosition()) - before) / CALLS };
    };
    const fresh = () => new CallLeases();
    // However slow the machine is, no lease ends meanwhile.
    const kept = new CallLeases(() => 0);
    const [leased, unleased] = [await measure(() => kept), await measure(fresh)];
    console.log(`log bytes a read: leased ${leased.bytes}, each charged ${unleased.bytes}`);
    expect(unleased.writing).toBe(CALLS);
    // The server itself writes a record now and then.
    expect(leased.writing).toBeGreaterThanOrEqual(CALLS / 10);
    expect(leased.writing).toBeLessThanOrEqual(CALLS / 4);
    expect(leased.bytes).toBeLessThan(unleased.bytes / 5);
  });
});

describeEngines('keys', (db) => {
  test('200 parallel calls never take more than the burst', { timeout: 60_000 }, async () => {
    const workspaceId = await seedWorkspace(db());
    const { keyHash } = await seedKey(db(), workspaceId);
    const answers = await Promise.all(Array.from({ length: 200 }, () => call(db(), keyHash, rates(50))));
    expect(answers.filter((answer) => answer?.retryAfterSeconds === 0)).toHaveLength(50);
    for (const answer of answers) expect(answer?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('the keys of a workspace share one bucket of relationship writes', { timeout: 60_000 }, async () => {
    const workspaceId = await seedWorkspace(db());
    const keys = await Promise.all(Array.from({ length: 4 }, () => seedKey(db(), workspaceId)));
    const limits = { ...rates(1_000), relationship: still(30) };
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, number) =>
        call(db(), keys[number % 4]?.keyHash ?? '', limits, 'relationship'),
      ),
    );
    expect(answers.filter((answer) => answer?.retryAfterSeconds === 0)).toHaveLength(30);
  });

  test('a refused call is not charged', async () => {
    const { keyHash } = await seedKey(db(), await seedWorkspace(db()));
    const waits: number[] = [];
    for (let number = 0; number < 6; number += 1)
      waits.push((await call(db(), keyHash, rates(2)))?.retryAfterSeconds ?? -1);
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    for (const wait of waits.slice(2)) expect(wait).toBeGreaterThan(55);
    for (const wait of waits.slice(2)) expect(wait).toBeLessThanOrEqual(60);
  });

  test('a leased call sees a revocation at once', async () => {
    const workspaceId = await seedWorkspace(db());
    await seedKey(db(), workspaceId);
    const { id, keyHash } = await seedKey(db(), workspaceId);
    const leases = new CallLeases();
    const limits = { ...rates(10), read: { perMinute: 600, burst: 1_200 } };
    const told = () => call(db(), keyHash, limits, 'read', leases);
    for (let number = 0; number < 3; number += 1) expect(await told()).toBeDefined();
    // All that a call knows of its workspace is as it is now.
    await setSecretsPolicy(db(), workspaceId, 'refuse');
    expect(await told()).toMatchObject({ workspace: { secrets: 'refuse' } });
    expect(await told()).toMatchObject({ workspace: { secrets: 'refuse' } });
    await db().transaction((tx) =>
      tx.execute(
        sql`update ${sql.identifier('workspaces')} set secrets = 'replace' where id = ${workspaceId}::uuid`,
      ),
    );
    expect(await told()).toMatchObject({ workspace: { secrets: 'replace' } });
    expect(await revokeKey(db(), workspaceId, { id, at: new Date() })).toBe('revoked');
    expect(await told()).toBeUndefined();
  });

  test('leases take no more than the burst, one by one and in parallel', { timeout: 60_000 }, async () => {
    const limits = { ...rates(9), read: { perMinute: 30, burst: 40 } };
    const taken = async (pace: (calls: (() => Promise<number>)[]) => Promise<number[]>) => {
      const { keyHash } = await seedKey(db(), await seedWorkspace(db()));
      const leases = new CallLeases();
      const calls = Array.from({ length: 60 }, () => async () => {
        return (await call(db(), keyHash, limits, 'read', leases))?.retryAfterSeconds ?? -1;
      });
      return (await pace(calls)).filter((wait) => wait === 0).length;
    };
    const inTurn = async (calls: (() => Promise<number>)[]) => {
      const waits: number[] = [];
      for (const ask of calls) waits.push(await ask());
      return waits;
    };
    for (const pace of [
      inTurn,
      (calls: (() => Promise<number>)[]) => Promise.all(calls.map((ask) => ask())),
    ]) {
      const count = await taken(pace);
      expect(count).toBeGreaterThanOrEqual(40);
      // One comes back every two seconds.
      expect(count).toBeLessThanOrEqual(43);
    }
  });

  test('of two admins who revoke each other one remains', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const workspaceId = await seedWorkspace(db());
      const [a, b] = [await seedKey(db(), workspaceId), await seedKey(db(), workspaceId)];
      const at = new Date();
      const outcomes = await Promise.all([a, b].map(({ id }) => revokeKey(db(), workspaceId, { id, at })));
      expect([...outcomes].sort()).toEqual(['last_admin', 'revoked']);
      const working = (await listKeys(db(), workspaceId)).filter((key) => key.revoked_at === null);
      expect(working).toHaveLength(1);
    }
  });
});

describeDatabases('idempotent replies', (db) => {
  const at = new Date('2026-05-05T00:00:00Z');
  const claim = (key: string, requestHash = 'hash') => ({
    route: 'POST /x',
    idempotencyKey: key,
    requestHash,
    at,
    expiredBefore: new Date(at.getTime() - 86_400_000),
  });

  test(
    'one of many parallel requests does the work, the others get its answer',
    { timeout: 60_000 },
    async () => {
      const workspaceId = await seedWorkspace(db());
      const body = '😀"\\'.repeat(40_000);
      let work = 0;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          db().transaction(async (tx) => {
            const claimed = await claimIdempotencyKey(tx, workspaceId, claim('k'));
            if (claimed.outcome !== 'claimed')
              return claimed.outcome === 'answered' ? claimed.body : 'reused';
            work += 1;
            const { route, idempotencyKey } = claim('k');
            await keepIdempotentReply(tx, workspaceId, { route, idempotencyKey, status: 201, body });
            return body;
          }),
        ),
      );
      expect(work).toBe(1);
      expect(answers.every((answer) => answer === body)).toBe(true);
      const reused = await claimIdempotencyKey(db(), workspaceId, claim('k', 'another'));
      expect(reused).toEqual({ outcome: 'reused' });
    },
  );

  test('a claim whose work failed is gone', async () => {
    const workspaceId = await seedWorkspace(db());
    const failing = db().transaction(async (tx) => {
      await claimIdempotencyKey(tx, workspaceId, claim('k'));
      throw new Error('The work failed.');
    });
    await expect(failing).rejects.toThrow('The work failed.');
    expect(await claimIdempotencyKey(db(), workspaceId, claim('k'))).toEqual({ outcome: 'claimed' });
  });
});
