import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { previewPruning, pruneAfterExport } from '../../packages/agents/src/operator/prune.ts';
import { operatorOf } from '../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesInBothForms } from '../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);
let folder = '';
let number = 0;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'pruning-'))));
afterAll(() => rm(folder, { recursive: true }));
const freshFile = () => join(folder, `export-${(number += 1)}.jsonl`);

const titlesOf = async (service: TestWorkspace): Promise<string[]> => {
  const listed: Memory[] = (await service.get('/api/v1/memories/?limit=500')).body;
  return listed.map(({ title }) => title).toSorted();
};

/** Thirteen candidates, and memories that lack one of the conditions each. */
async function seed(service: TestWorkspace): Promise<string[]> {
  const kept = ['young', 'important', 'opened'];
  const forgotten = Array.from({ length: 13 }, (_, index) => `forgotten ${index + 10}`);
  for (const title of [...kept, ...forgotten])
    await service.store({ title, importance_score: title === 'important' ? 0.3 : 0.2 });
  await service.services.db.execute(sql`update memories set created_at = created_at - interval '200 days'
    where workspace_id = ${service.id}::uuid and title <> 'young'`);
  const listed: Memory[] = (await service.get('/api/v1/memories/?limit=500')).body;
  const opened = listed.find(({ title }) => title === 'opened');
  await service.post(`/api/v1/memories/${service.ref(opened ?? {})}/access`);
  return forgotten;
}

verifies('pruning.dry-run', async ({ service }) => {
  const forgotten = await seed(service);
  const before = await titlesOf(service);
  const candidates = await previewPruning(operatorOf(service), { workspace: service.id });
  expect(candidates.map(({ title }) => title).toSorted()).toEqual(forgotten);
  expect(await titlesOf(service)).toEqual(before);
  const listed: Memory[] = (await service.get('/api/v1/memories/?pruning_candidates=true&limit=500')).body;
  expect(listed.map(({ title }) => title).toSorted()).toEqual(forgotten);
});

verifies.formA('pruning.apply', async ({ service, other }) => {
  const forgotten = await seed(service);
  await seed(other);
  const before = await titlesOf(other);
  const file = freshFile();
  const result = await pruneAfterExport(operatorOf(service), { workspace: service.id, export: file });
  expect(result).toEqual({ candidates: 13, deleted: 13, export: file });
  expect(await titlesOf(service)).toEqual(['important', 'opened', 'young']);
  expect(await titlesOf(other)).toEqual(before);
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Memory);
  expect(lines.map(({ title }) => title).toSorted()).toEqual(forgotten);
  expect(lines[0]).toMatchObject({
    narrative: 'A narrative.',
    outgoing_relationships: [],
    workspace_id: service.id,
  });
});

verifies.formA(
  'pruning.apply',
  async ({ service }) => {
    await seed(service);
    const file = freshFile();
    await writeFile(file, 'an earlier export');
    const before = await titlesOf(service);
    await expect(
      pruneAfterExport(operatorOf(service), { workspace: service.id, export: file }),
    ).rejects.toThrow('EEXIST');
    expect(await titlesOf(service)).toEqual(before);
    expect(await readFile(file, 'utf8')).toBe('an earlier export');
  },
  { title: 'nothing is deleted without its export' },
);

verifies.formA(
  'pruning.apply',
  async ({ service }) => {
    await seed(service);
    const operator = operatorOf(service);
    const opening: typeof operator = {
      ...operator,
      async prune(input) {
        await service.services.db
          .execute(sql`update memory_counters c set last_accessed_at = now() from memories m
            where m.workspace_id = ${service.id}::uuid and c.workspace_id = m.workspace_id and c.memory_id = m.id
              and m.title = 'forgotten 10'`);
        return operator.prune(input);
      },
    };
    const result = await pruneAfterExport(opening, { workspace: service.id, export: freshFile() });
    expect(result).toMatchObject({ candidates: 13, deleted: 12 });
    expect(await titlesOf(service)).toContain('forgotten 10');
  },
  { title: 'a memory that is opened meanwhile stays' },
);
