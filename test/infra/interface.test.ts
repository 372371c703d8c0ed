import { globSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import config from '../vitest.config.ts';
import { TestWorkspace } from '../host/service.ts';
import { startSynthesizedStack } from '../host/stack/shared-stack.ts';
import { verifies } from '../support/verifies.ts';

interface Project {
  test: { name: string; include: string[]; setupFiles?: string[]; env?: Record<string, string> };
}

const projects = new Map(
  (config.test?.projects as Project[] | undefined)?.map(({ test }) => [test.name, test]),
);

verifies('aws.interface', () => {
  const local = projects.get('service');
  const stack = projects.get('stack');
  expect(local?.include).toEqual(expect.arrayContaining(stack?.include ?? []));
  expect(stack?.setupFiles).toEqual(local?.setupFiles);
  expect(stack?.env).toEqual({ ...local?.env, TEST_HOST: 'stack' });
  const files = globSync(stack?.include ?? []);
  expect(files.length).toBeGreaterThan(50);
  for (const file of files)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/TEST_HOST|\bstack\b.*skip/u);
});

// `npm run smoke` goes through the stack in form A.
verifies(
  'aws.interface',
  async () => {
    const host = await startSynthesizedStack({ MEMORY_ID_FORM: 'B' });
    try {
      const service = await TestWorkspace.create(host);
      const memory = await service.store({ title: 'Queue backoff', narrative: 'Retries back off.' });
      const [other = ''] = await service.seedMemories(1);
      await service.runJobs();
      const ref = service.ref(memory);
      expect((await service.get(`/api/v1/memories/${ref}`)).body.title).toBe('Queue backoff');
      const edge = { source_id: ref, target_id: other, relationship_type: 'depends_on' };
      expect((await service.post('/api/v1/relationships', edge)).status).toBe(201);
      const found = await service.post('/api/v1/memories/search', { query: 'backoff' });
      expect(service.ref(found.body.results[0].memory)).toBe(ref);
      expect(host.denied).toEqual([]);
    } finally {
      await host.close();
    }
  },
  { title: 'a memory is kept, embedded, joined and found through the stack in form B' },
);
