import { expect, it } from 'vitest';
import { queryRows, refreshStatistics } from '@memory/db';
import { describeEngines } from '../host/databases.ts';
import { memory, seedWorkspace } from './search-workspace.ts';

describeEngines('statistics of a sample', (db) => {
  it('works out from a sample of a large workspace how often words stand in all of it', async () => {
    const memories = Array.from({ length: 1_000 }, (_, i) =>
      memory(`retry ${i}`, { narrative: i % 4 === 0 ? 'queue' : 'tenant' }),
    );
    const { id } = await seedWorkspace(db(), memories);
    const frequencies = async () =>
      new Map(
        (
          await queryRows<{ lexeme: string; frequency: number }>(db())`
            select lexeme, frequency from lexeme_frequencies where workspace_id = ${id}::uuid`
        ).map(({ lexeme, frequency }) => [lexeme, frequency]),
      );
    expect(await refreshStatistics(db(), id)).toBe(1_000);
    const exact = await frequencies();
    expect(exact.get('queue')).toBe(250);
    expect(await refreshStatistics(db(), id, { sampled: 400 })).toBe(1_000);
    const worked = await frequencies();
    // Five standard deviations of a sample of 400 among 1,000.
    for (const [word, off] of [
      ['retri', 195],
      ['queue', 100],
      ['tenant', 170],
    ] as const) {
      expect(worked.get(word)).not.toBe(exact.get(word));
      expect(Math.abs((worked.get(word) ?? 0) - (exact.get(word) ?? 0))).toBeLessThan(off);
    }
  });
});
