import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { slowStatements } from '@memory/db';
import { describeDatabases } from '../host/databases.ts';
import { verifies } from '../support/verifies.ts';

/** Longer than the half second; a text of its own each time. */
const slowStatement = () => sql`select count(*)::int as n, ${sql.raw(`'${performance.now()}'`)} as at
  from generate_series(1, 3) a where pg_sleep(0.2) is not null and (select count(*) from memories) >= 0`;

describeDatabases('slow statements', (db) => {
  verifies('db.slow-statements', async () => {
    const told: Parameters<Parameters<typeof slowStatements.tellTo>[0]>[0][] = [];
    slowStatements.tellTo((report) => told.push(report));
    const slow = slowStatement();
    for (let time = 0; time < 2; time += 1)
      await db()
        .execute(slow)
        .catch(() => undefined);
    await vi.waitFor(() => expect(told).not.toEqual([]), { timeout: 20_000 });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      times: 1,
      expected: 1,
      statement: expect.stringMatching(/^select generate_series, memories \([\da-f]{8}\)$/u),
    });
    expect(told[0]?.plan?.[0]).toMatch(/^Aggregate: 1$/u);
    expect(told[0]?.ms).toBeGreaterThan(500);
    expect(slowStatements.list()[0]).toMatchObject({ name: told[0]?.statement });
    slowStatements.tellTo(() => undefined);
  });

  verifies(
    'db.slow-statements',
    async () => {
      const told: unknown[] = [];
      slowStatements.tellTo((report) => told.push(report));
      for (const [nth, answer] of [{}, { rows: [{}] }, { rows: [{ plan: 'no JSON' }] }].entries())
        slowStatements.note({
          text: `select ${performance.now()}, ${'nth, '.repeat(nth)}1`,
          ms: 600,
          rows: 0,
          explain: async () => answer,
        });
      slowStatements.note({
        text: `values (${performance.now()})`,
        ms: 600,
        rows: 0,
        explain: () => Promise.reject(new Error()),
      });
      await vi.waitFor(() => expect(told).toHaveLength(4));
      expect(told).toMatchObject(Array.from({ length: 4 }, () => ({ plan: null, expected: null })));
      slowStatements.tellTo(() => undefined);
    },
    { title: 'an execution whose plan cannot be read is told without it' },
  );
});
