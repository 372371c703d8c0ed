import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Memory, RelationshipRecord, SearchResult } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const CONTENT = {
  title: 'Retry policy',
  narrative: 'Failed messages are retried five times — with "backoff".',
  tags: ['queue', 'réseau'],
  concepts: ['retry'],
  source_files: ['src/queue.ts'],
};

const path = (service: TestWorkspace, memory: Memory) => `/api/v1/memories/${service.ref(memory)}`;

async function hashOf(service: TestWorkspace, memory: Memory): Promise<string | null> {
  const { status, body } = await service.get(path(service, memory));
  expect(status).toBe(200);
  return (body as Memory).content_hash;
}

async function change(service: TestWorkspace, memory: Memory, body: Partial<Memory>): Promise<Memory> {
  const reply = await service.patch(path(service, memory), body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Memory;
}

/** As documented: the five fields in this order, as JSON without spaces. */
const canonicalHash = ({ title, narrative, tags, concepts, source_files }: typeof CONTENT): string =>
  createHash('sha256')
    .update(JSON.stringify([title, narrative, tags, concepts, source_files]))
    .digest('hex');

verifies(['memories.content-hash.set', 'memories.content-hash.reset'], async ({ service }) => {
  const memory = await service.store(CONTENT);
  expect(memory.content_hash).toBeNull();
  await service.runJobs();
  expect(await hashOf(service, memory)).toBe(canonicalHash(CONTENT));
  const changes: Partial<typeof CONTENT>[] = [
    { title: 'Another title' },
    { narrative: 'Another narrative.' },
    { tags: ['other'] },
    { concepts: [] },
    { source_files: ['src/other.ts'] },
  ];
  let content = CONTENT;
  for (const fields of changes) {
    content = { ...content, ...fields };
    expect((await change(service, memory, fields)).content_hash).toBeNull();
    expect(await hashOf(service, memory)).toBeNull();
    await service.runJobs();
    expect(await hashOf(service, memory)).toBe(canonicalHash(content));
  }
});

verifies('memories.content-hash.kept', async ({ service }) => {
  const memory = await service.store(CONTENT);
  await service.runJobs();
  for (const fields of [{ importance_score: 0.9 }, { confidence_score: 0.1 }, { title: CONTENT.title }]) {
    expect((await change(service, memory, fields)).content_hash).toBe(canonicalHash(CONTENT));
    expect(await hashOf(service, memory)).toBe(canonicalHash(CONTENT));
  }
});

verifies('memories.content-hash.deterministic', async ({ service, other }) => {
  const first = await service.store(CONTENT);
  const second = await service.store({ ...CONTENT, importance_score: 0.1, memory_type: 'decision' });
  const elsewhere = await other.store(CONTENT);
  const changed = await service.store({ ...CONTENT, tags: CONTENT.tags.toReversed() });
  await service.runJobs();
  const hash = await hashOf(service, first);
  expect(hash).toMatch(/^[0-9a-f]{64}$/u);
  expect(await hashOf(service, second)).toBe(hash);
  expect(await hashOf(other, elsewhere)).toBe(hash);
  expect(await hashOf(service, changed)).not.toBe(hash);
  await change(service, changed, { tags: CONTENT.tags });
  await service.runJobs();
  expect(await hashOf(service, changed)).toBe(hash);
});

const RETRIES = { title: 'Retry policy', narrative: 'Failed messages are retried five times with backoff.' };
const COLOURS = { title: 'Landing page', narrative: 'Green was chosen by the designers in spring.' };

const relatedTo = async (service: TestWorkspace, memory: Memory): Promise<string[]> => {
  const { body } = await service.get(`${path(service, memory)}/related`);
  return (body as SearchResult[]).map(({ memory: { id } }) => id);
};

verifies('memories.patch.enqueues-jobs', async ({ service }) => {
  const policy = await service.store(RETRIES);
  const page = await service.store(COLOURS);
  await service.runJobs();
  expect(await relatedTo(service, policy)).toEqual([]);
  const edges = async () => {
    const { body } = await service.get(path(service, page));
    const all = [...body.outgoing_relationships, ...body.incoming_relationships] as RelationshipRecord[];
    return all.map(({ relationship_type }) => relationship_type);
  };
  expect(await edges()).toEqual([]);
  await change(service, page, RETRIES);
  await service.runJobs();
  expect(await relatedTo(service, policy)).toEqual([page.id]);
  expect(await edges()).toContain('similar_to');
});

verifies('memories.store.enqueues-discovery', async ({ service }) => {
  const first = await service.store(RETRIES);
  await service.runJobs();
  const second = await service.store(RETRIES);
  const outgoing = async () =>
    (await service.get(path(service, second))).body.outgoing_relationships as RelationshipRecord[];
  expect(await outgoing()).toEqual([]);
  await service.runJobs();
  expect(await outgoing()).toContainEqual(
    expect.objectContaining({
      relationship_type: 'similar_to',
      target_memory_id: service.ref(first),
    }),
  );
});
