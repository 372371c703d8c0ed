import { expect } from 'vitest';
import { fuzz } from '../../support/fuzz/fuzz.ts';
import { portion } from '../../support/portion.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies(
  ['http.hostile.documented', 'http.hostile.no-5xx', 'http.hostile.no-partial-write'],
  async ({ service, other }) => {
    const figures = await fuzz(service, other, { count: portion(500, 50), seed: 20_261_121 });
    expect(figures.undocumented).toEqual([]);
    expect(figures.serverErrors).toBe(0);
    expect(figures.halfWritten).toEqual([]);
    for (const count of Object.values(figures.requests)) expect(count).toBeGreaterThan(portion(100, 10));
    // Not all of them were refused at the door.
    expect(figures.statuses[200]).toBeGreaterThan(portion(50, 5));
  },
);

verifies(
  'http.hostile.no-partial-write',
  async ({ service }) => {
    const memory = await service.store({ title: 'Before', tags: ['a'] });
    const path = `/api/v1/memories/${service.ref(memory)}`;
    const refused = [
      await service.patch(path, { title: 'After', tags: ['b'], importance_score: 2 }),
      await service.patch(path, { title: 'After', narrative: '' }),
      await service.post(`${path}/feedback`, { useful: true, context: 5 }),
      await service.post('/api/v1/memories/batch-delete', { memory_ids: [service.ref(memory), 5] }),
      await service.post('/api/v1/memories/store', { title: 'New', narrative: 'n', tags: ['\u0000'] }),
      await service.post('/api/v1/keys', { name: 'n', scope: 'admin', expires_at: 'never' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    expect((await service.get('/api/v1/memories')).body).toHaveLength(1);
    expect((await service.get('/api/v1/keys')).body).toHaveLength(1);
    expect((await service.get(path)).body).toMatchObject({ ...memory, feedback_positive_count: 0 });
  },
  { title: 'a request with one bad field writes none of its good ones' },
);
