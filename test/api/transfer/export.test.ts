import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

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

verifies(
  'export.read',
  async ({ service }) => {
    const narrative = '🦭'.repeat(100_000);
    for (let number = 0; number < 16; number += 1) await service.store({ title: `${number}`, narrative });
    await using variant = await serveVariant(service, { replyBytesMax: 6_000_000 });
    const pages: string[][] = [];
    for (let next: string | null = ''; next !== null;) {
      const path: string = `/api/v1/export${next === '' ? '' : `?after=${next}`}`;
      const reply = await variant.service.get(path, { headers: { 'accept-encoding': 'identity' } });
      expect(reply.status).toBe(200);
      pages.push((reply.body.memories as Memory[]).map(({ title }) => title));
      next = reply.body.next;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(Array.from({ length: 16 }, (_, number) => `${number}`));
  },
  { title: 'pages of large memories end where an answer must', form: 'A' },
);
