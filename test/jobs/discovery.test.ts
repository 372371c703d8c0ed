import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Memory, RelationshipRecord } from '@memory/contracts';
import { queryRows } from '@memory/db';
import { discoverRelationships } from '../../functions/jobs.ts';
import { insertInBulk } from '../support/seeds/insert-in-bulk.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

verifies(['discovery.embedding-similarity', 'relationships.bidirectional-symmetric'], async ({ service }) => {
  const [a, b] = await storePair(
    service,
    { title: 'Retry policy of the queue', narrative: 'Failed messages are retried five times with backoff.' },
    { title: 'Retry policy of the queue', narrative: 'Failed messages are retried six times with backoff.' },
  );
  const edges = await edgesOf(service, a);
  expect(edges).toEqual([
    expect.objectContaining({
      relationship_type: 'similar_to',
      discovery_method: 'embedding_similarity',
      is_bidirectional: true,
      context: null,
      source_memory_id: service.ref(b),
      target_memory_id: service.ref(a),
    }),
  ]);
  expect(edges[0]?.confidence).toBeGreaterThanOrEqual(0.5);
});

verifies('discovery.embedding-similarity.threshold', async ({ service }) => {
  const [a] = await storePair(
    service,
    { title: 'Retry policy of the queue', narrative: 'Failed messages are retried five times.' },
    { title: 'Colour of the landing page', narrative: 'Green was chosen by the designers.' },
  );
  expect(await edgesOf(service, a)).toEqual([]);
});

verifies('discovery.file-overlap', async ({ service }) => {
  const [a] = await storePair(
    service,
    { title: 'Alpha', source_files: ['src/queue.ts', 'src/a.ts'] },
    { title: 'Omega', source_files: ['src/queue.ts', 'src/b.ts'] },
  );
  expect(await edgesOf(service, a, 'file_overlap')).toEqual([
    expect.objectContaining({
      relationship_type: 'related_to',
      confidence: 0.5,
    }),
  ]);
});

verifies(
  ['discovery.file-overlap', 'relationships.bidirectional-directed'],
  async ({ service }) => {
    const [older, younger] = await storePair(
      service,
      { title: 'Alpha', source_files: ['src/client.ts', 'src/queue.ts'] },
      { title: 'Omega', source_files: ['src/queue.ts'] },
    );
    expect(await edgesOf(service, younger, 'file_overlap')).toEqual([
      expect.objectContaining({
        source_memory_id: service.ref(older),
        target_memory_id: service.ref(younger),
        relationship_type: 'references',
        is_bidirectional: false,
      }),
    ]);
  },
  { title: 'a memory references the one whose main file is among its further files' },
);

verifies(['discovery.concept-overlap', 'discovery.concept-overlap.weight'], async ({ service }) => {
  const a = await service.store({ title: 'Alpha', concepts: ['retries', 'queues', 'backoff'] });
  const one = await service.store({ title: 'Omega', concepts: ['retries'] });
  const three = await service.store({ title: 'Zebra', concepts: ['backoff', 'queues', 'retries'] });
  await service.runJobs();
  const edges = await edgesOf(service, a, 'concept_overlap');
  expect(edges.map((edge) => edge.relationship_type)).toEqual(['related_to', 'related_to']);
  const confidence = (other: Memory) =>
    edges.find((edge) => edge.source_memory_id === service.ref(other))?.confidence;
  expect(confidence(one)).toBe(0.5);
  expect(confidence(three)).toBe(0.75);
});

verifies('discovery.session-context', async ({ service }) => {
  const [first, second] = [await seedSession(service), await seedSession(service)];
  const a = await service.store({ title: 'Alpha', source_session_id: first });
  const same = await service.store({ title: 'Omega', source_session_id: first });
  const close = await service.store({ title: 'Zebra', source_session_id: second });
  await service.store({ title: 'Without a session' });
  await service.runJobs();
  const edges = await edgesOf(service, a, 'session_context');
  expect(edges.map((edge) => [edge.source_memory_id, edge.relationship_type])).toEqual(
    expect.arrayContaining([
      [service.ref(same), 'related_to'],
      [service.ref(close), 'related_to'],
    ]),
  );
  expect(edges).toHaveLength(2);
});

verifies('discovery.session-context.weight', async ({ service }) => {
  const [few, many] = [await seedSession(service), await seedSession(service)];
  const mostOf = async (session: string, count: number) => {
    let last: Memory | undefined;
    for (let place = 1; place <= count; place += 1)
      last = await service.store({ title: `${session} ${place}`, source_session_id: session });
    await service.runJobs();
    if (!last) throw new Error('Nothing was stored.');
    const edges = await edgesOf(service, last, 'session_context');
    return Math.max(...edges.map(({ confidence }) => confidence));
  };
  expect(await mostOf(few, 3)).toBe(0.6);
  expect(await mostOf(many, 13)).toBeCloseTo(0.25, 6);
});

verifies('discovery.likeness', async ({ service }) => {
  const about = (title: string, narrative: string) => ({ title, narrative, source_files: ['src/plan.ts'] });
  const solver = await service.store(
    about(
      'The solver stops after 2 seconds',
      'A plan takes the solver 400 ms; then the best plan so far is taken.',
    ),
  );
  await service.store(about('Licence headers', 'Each file begins with the licence.'));
  const limit = await service.store(
    about('The solver needs 5 seconds at harvest', 'After 2 seconds the best plan of the solver was poor.'),
  );
  for (let number = 1; number <= 15; number += 1)
    await service.store({
      title: `Note ${number}`,
      narrative: `Gate ${number} opens at ${number}.`,
      source_files: [],
    });
  await service.runJobs();
  expect(
    (await edgesOf(service, solver, 'file_overlap')).map(({ source_memory_id }) => source_memory_id),
  ).toEqual([service.ref(limit)]);
});

verifies(['discovery.after-update', 'discovery.ground-gone'], async ({ service }) => {
  const [a, b] = await storePair(
    service,
    { title: 'Alpha', source_files: ['src/queue.ts'] },
    { title: 'Omega', source_files: ['src/queue.ts'], concepts: ['retries'] },
  );
  await service.patch(`/api/v1/memories/${service.ref(a)}`, {
    source_files: ['src/a.ts'],
    concepts: ['retries'],
  });
  await service.runJobs();
  expect(await edgesOf(service, b, 'file_overlap')).toEqual([]);
  expect(await edgesOf(service, b, 'concept_overlap')).toHaveLength(1);
});

verifies(
  [
    'discovery.idempotent',
    'jobs.discovery.twice',
    'discovery.confidence-range',
    'discovery.types-by-heuristic',
    'discovery.model-off',
  ],
  async ({ service }) => {
    const [a, b] = await storePair(
      service,
      { title: 'Retry policy', source_files: ['src/queue.ts'], concepts: ['retries'] },
      { title: 'Retry policy', source_files: ['src/queue.ts'], concepts: ['retries'] },
    );
    const before = await edgesOf(service, a);
    const messages = [a, b].flatMap(({ id }) => [
      { workspaceId: service.id, memoryId: id },
      { workspaceId: service.id, memoryId: id, again: true },
    ]);
    const answer = await discoverRelationships(deliver(...messages), service);
    expect(answer.batchItemFailures).toEqual([]);
    expect(await edgesOf(service, a)).toEqual(before);
    expect(before.map(({ discovery_method }) => discovery_method).toSorted()).toEqual([
      'concept_overlap',
      'embedding_similarity',
      'file_overlap',
    ]);
    for (const { confidence, relationship_type } of before) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(['references', 'related_to', 'similar_to']).toContain(relationship_type);
    }
  },
);

verifies('discovery.own-workspace', async ({ service, other }) => {
  const fields = { title: 'Retry policy', source_files: ['src/queue.ts'], concepts: ['retries'] };
  const a = await service.store(fields);
  const b = await other.store(fields);
  await service.runJobs();
  expect(await edgesOf(service, a)).toEqual([]);
  expect(await edgesOf(other, b)).toEqual([]);
});

verifies('discovery.bounded', async ({ service }) => {
  await insertInBulk(
    service.services.db,
    sql`with m as (
        insert into memories (workspace_id, id, memory_id, title, narrative, source_files, concepts, content_digest,
          created_at, search_text, term_count)
        select ${service.id}::uuid, gen_random_uuid(), 'mem-' || substr(md5(random()::text), 1, 16), 'Note ' || n, 'Text.',
          '{src/all.ts}', '{everything}', 'digest', now() - n * interval '1 second', '', 1
        from generate_series(1, 2000) n returning workspace_id, id)
      insert into memory_counters (workspace_id, memory_id, content_hash, discovered_digest)
      select workspace_id, id, 'digest', 'digest' from m`,
  );
  const fields = { title: 'One more', source_files: ['src/all.ts'], concepts: ['everything'] };
  const one = await service.store(fields);
  await service.runJobs();
  expect(await edgesOf(service, one, 'file_overlap')).toHaveLength(20);
  expect(await edgesOf(service, one, 'concept_overlap')).toHaveLength(20);
});

async function storePair(
  service: TestWorkspace,
  first: Partial<Memory>,
  second: Partial<Memory>,
): Promise<[Memory, Memory]> {
  const pair: [Memory, Memory] = [await service.store(first), await service.store(second)];
  await service.runJobs();
  return pair;
}

/** Edges of a memory, of one method where it is named: short texts are easily similar too. */
async function edgesOf(
  service: TestWorkspace,
  memory: Memory,
  method?: string,
): Promise<RelationshipRecord[]> {
  const { body } = await service.get(`/api/v1/memories/${service.ref(memory)}`);
  const edges = [...body.outgoing_relationships, ...body.incoming_relationships] as RelationshipRecord[];
  return edges.filter(({ discovery_method }) => method === undefined || discovery_method === method);
}

/** Sessions come with another part: here their rows are put where they will be. */
async function seedSession({ services, id }: TestWorkspace): Promise<string> {
  const sessionId = `sess-${randomUUID()}`;
  await queryRows(services.db)`
    insert into sessions (workspace_id, id, session_id, started_at, last_sign_of_life, created_at)
      values (${id}::uuid, gen_random_uuid(), ${sessionId}, now(), now(), now())`;
  return sessionId;
}
