import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { startLocalHost } from '../../host/local-host.ts';
import { sharedPglite } from '../../host/migrated-pglite.ts';
import { TestWorkspace } from '../../host/service.ts';
import { verifies } from '../../support/verifies.ts';
import { HANG_MS } from '../../support/hang.ts';

verifies(
  'fairness.database-in-turn',
  async () => {
    const host = await startLocalHost({}, { database: await sharedPglite() });
    try {
      const [greedy, other] = [await TestWorkspace.create(host), await TestWorkspace.create(host)];
      const words = Array.from({ length: 400 }, () => randomBytes(3).toString('hex'));
      for (let number = 0; number < 20; number += 1)
        await greedy.store({ title: `Memory ${number}`, narrative: words.slice(0, 300).join(' ') });
      await other.store();
      const body = { query: words.slice(0, 12).join(' '), limit: 50 };
      let answered = 0;
      const flood = Promise.all(
        Array.from({ length: 60 }, async () => {
          const { status } = await greedy.post('/api/v1/memories/search', body);
          answered += 1;
          return status;
        }),
      );
      await vi.waitFor(() => expect(answered).toBeGreaterThan(4), { timeout: 60_000, interval: 5 });
      const [before, startedAt] = [answered, performance.now()];
      expect((await other.get('/api/v1/memories')).status).toBe(200);
      // Its two statements waited for a turn of the other each, and not for all that had come before.
      expect(answered - before).toBeLessThan(10);
      expect(performance.now() - startedAt).toBeLessThan(HANG_MS);
      expect(new Set(await flood)).toEqual(new Set([200]));
    } finally {
      await host.close();
    }
  },
  { title: 'one tenant with 60 searches at once' },
);
