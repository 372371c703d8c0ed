import { expect } from 'vitest';
import { fuzz } from '../../support/fuzz/fuzz.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies('http.hostile.documented', async ({ service, other }) => {
  const figures = await fuzz(service, other, { count: 500, seed: 20_261_121 });
  expect(figures.undocumented).toEqual([]);
  expect(figures.serverErrors).toBe(0);
  for (const count of Object.values(figures.requests)) expect(count).toBeGreaterThan(100);
  // Not all of them were refused at the door.
  expect(figures.statuses[200]).toBeGreaterThan(50);
});
