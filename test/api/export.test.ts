import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { testWithService } from '../support/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies('export.read', async ({ service, other }) => {
  await other.store({ title: 'Of another workspace' });
  const stored = [];
  for (let number = 0; number < 5; number += 1)
    stored.push(await service.store({ title: `Memory ${number}` }));
  const exported: Memory[] = [];
  let next: string | null = '';
  while (next !== null) {
    const reply = await service.get(`/api/v1/export?limit=2${next === '' ? '' : `&after=${next}`}`);
    expect(reply.status).toBe(200);
    expect(reply.body.memories.length).toBeLessThanOrEqual(2);
    exported.push(...reply.body.memories);
    next = reply.body.next;
  }
  expect(exported).toEqual(
    stored.map((memory) => ({ ...memory, feedback_positive_count: 0, feedback_negative_count: 0 })),
  );
  expect(await service.get('/api/v1/export?after=nonsense')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'after'] }] },
  });
});
