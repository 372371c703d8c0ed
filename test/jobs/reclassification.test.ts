import { expect } from 'vitest';
import type { OperationOutput } from '@memory/contracts';
import { runOperation } from '@memory/service';
import type { Memory } from '@memory/contracts';
import { queryRows } from '@memory/db';
import { reclassifyMemories } from '../../functions/jobs.ts';
import { startChatStub, type ChatReply, type ChatStub } from '../support/clients/chat-stub.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

async function run(
  service: TestWorkspace,
  stub?: ChatStub,
  llmTokensPerDay = 1_000_000,
): Promise<'done' | 'failed'> {
  const services = {
    ...service.services,
    textGenerator: stub?.generator ?? null,
    settings: { ...service.services.settings, llmTokensPerDay },
  };
  const { batchItemFailures } = await reclassifyMemories(deliver({ workspaceId: service.id }), { services });
  return batchItemFailures.length === 0 ? 'done' : 'failed';
}

const typesOf = async (service: TestWorkspace): Promise<Record<string, string>> => {
  const listed: Memory[] = (await service.get('/api/v1/memories/?limit=500')).body;
  return Object.fromEntries(listed.map(({ title, memory_type }) => [title, memory_type]));
};

const changesOf = async (service: TestWorkspace): Promise<OperationOutput<'listTypeChanges'>['changes']> => {
  const input = { workspaceId: service.id, limit: 50, offset: 0 };
  return (await runOperation(service.services, 'listTypeChanges', input)).changes;
};

const undo = (service: TestWorkspace, changeId: string) =>
  runOperation(service.services, 'undoTypeChange', { workspaceId: service.id, changeId });

/** Incidents of the payment queue, one more memory that says the like, and one of another world. */
async function seedIncidents(service: TestWorkspace): Promise<void> {
  const outage = (place: string) =>
    `The payment queue stopped because the consumer of ${place} ran out of memory; the root cause was a leak in the payment consumer.`;
  for (const place of ['Berlin', 'Paris', 'Rome', 'Madrid', 'Oslo'])
    await service.store({
      title: `Payment queue outage ${place}`,
      narrative: outage(place),
      memory_type: 'incident',
    });
  await service.store({ title: 'Payment queue outage Lisbon', narrative: outage('Lisbon') });
  await service.store({ title: 'Colours', narrative: 'The logo is green on white.' });
  await service.runJobs();
}

verifies(
  [
    'reclassifier.general',
    'reclassifier.offline',
    'reclassifier.recorded',
    'reclassifier.only-general',
    'jobs.halfway',
  ],
  async ({ service }) => {
    await seedIncidents(service);
    const before = await typesOf(service);
    expect(await run(service)).toBe('done');
    expect(await typesOf(service)).toEqual({ ...before, 'Payment queue outage Lisbon': 'incident' });
    const [change, ...others] = await changesOf(service);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      subject: 'memory',
      title: 'Payment queue outage Lisbon',
      from_type: 'general',
      to_type: 'incident',
      method: 'nearest_neighbours',
      reason: '5 of the nearest memories are of this type',
      confidence: 1,
      undone_at: null,
    });
    expect(await run(service)).toBe('done');
    expect(await changesOf(service)).toEqual([change]);
  },
);

verifies('memories.updated-at.jobs-keep', async ({ service }) => {
  await seedIncidents(service);
  const listed: Memory[] = (await service.get('/api/v1/memories/?limit=500')).body;
  for (const memory of listed)
    await service.post(`/api/v1/memories/${service.ref(memory)}/feedback`, { useful: true });
  await service.services.jobs.enqueue('analyzeGraph', { workspaceId: service.id });
  await service.services.jobs.enqueue('recalculateImportance', { workspaceId: service.id });
  await service.runJobs();
  await run(service);
  const after: Memory[] = (await service.get('/api/v1/memories/?limit=500')).body;
  for (const memory of after) {
    expect(memory).toMatchObject({ updated_at: null, content_hash: expect.any(String) });
    expect(memory.pagerank_score).not.toBeNull();
    expect(memory.importance_score).toBeGreaterThan(0.5);
  }
  expect(after.filter(({ memory_type }) => memory_type === 'incident')).toHaveLength(6);
});

verifies('reclassifier.undo', async ({ service, other }) => {
  await seedIncidents(service);
  await run(service);
  const [change] = await changesOf(service);
  if (!change) throw new Error('Nothing was changed.');
  await expect(undo(other, change.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await undo(service, change.id)).toEqual({ undone: true });
  expect((await typesOf(service))['Payment queue outage Lisbon']).toBe('general');
  expect(await undo(service, change.id)).toEqual({ undone: false });
  // It is not made again.
  await run(service);
  expect((await typesOf(service))['Payment queue outage Lisbon']).toBe('general');
  expect(await changesOf(service)).toMatchObject([{ id: change.id, undone_at: expect.any(String) }]);
});

interface Line {
  id: string;
  title?: string;
  a?: { title: string };
  b?: { title: string };
}

const linesOf = (user: string): Line[] =>
  user
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** A model that calls every memory a discovery, and every pair caused by the other. */
const judging = (user: string, schemaName: string, fields: object = {}): ChatReply => ({
  value: {
    judgements: linesOf(user).map(({ id, a }) => ({
      id,
      confidence: 0.9,
      reason: 'The text says so.',
      ...(schemaName === 'memory_types'
        ? { memory_type: 'discovery' }
        : { relationship: 'caused_by', direction: a?.title === 'Effect' ? 'a_to_b' : 'b_to_a' }),
      ...fields,
    })),
  },
});

verifies(
  ['reclassifier.general', 'reclassifier.only-general', 'reclassifier.recorded'],
  async ({ service }) => {
    await using stub = await startChatStub(({ user, schemaName }) => judging(user, schemaName));
    for (let index = 1; index <= 25; index += 1)
      await service.store({ title: `Note ${index}`, narrative: `Fact ${index}.` });
    await service.store({ title: 'Typed', narrative: 'A decision.', memory_type: 'decision' });
    expect(await run(service, stub)).toBe('done');
    const types = await typesOf(service);
    expect(Object.values(types).filter((type) => type === 'discovery')).toHaveLength(25);
    expect(types['Typed']).toBe('decision');
    expect(stub.requests.map(({ schemaName }) => schemaName)).toEqual(['memory_types', 'memory_types']);
    expect(await changesOf(service)).toHaveLength(25);
    await run(service, stub);
    expect(stub.requests).toHaveLength(2);
  },
  { title: 'a model judges in batches, each memory once' },
);

const nonsense: Record<string, (user: string, schemaName: string) => ChatReply> = {
  'no JSON': () => ({ text: 'Certainly!' }),
  'an unknown id': (user, name) => judging(user, name, { id: 'm999' }),
  'a type of the system': (user, name) => judging(user, name, { memory_type: 'wiki' }),
  'a failing server': () => ({ status: 503 }),
  'no answer at all': () => 'silence',
};
for (const [name, reply] of Object.entries(nonsense))
  verifies(
    'reclassifier.model-nonsense',
    async ({ service }) => {
      await using stub = await startChatStub(({ user, schemaName }) => reply(user, schemaName), {
        timeoutMs: 100,
      });
      await service.store({ title: 'Note' });
      expect(await run(service, stub)).toBe('failed');
      expect(await typesOf(service)).toEqual({ Note: 'general' });
      expect(await changesOf(service)).toEqual([]);
    },
    { title: `answer of the model: ${name}` },
  );

verifies(
  'reclassifier.model-nonsense',
  async ({ service }) => {
    await using stub = await startChatStub(({ user, schemaName }) =>
      judging(user, schemaName, { confidence: 0.5 }),
    );
    await service.store({ title: 'Note' });
    expect(await run(service, stub)).toBe('done');
    expect(await run(service, stub, 100)).toBe('done');
    expect(await typesOf(service)).toEqual({ Note: 'general' });
    await service.store({ title: 'Another note' });
    expect(await run(service, stub, 100)).toBe('done');
    expect(stub.requests).toHaveLength(1);
  },
  { title: 'an unsure model changes nothing, and a used-up budget asks none' },
);

interface Edge {
  source: string;
  target: string;
  type: string;
  method: string;
}
const edgesOf = (service: TestWorkspace): Promise<Edge[]> =>
  queryRows<Edge>(service.services.db)`
    select s.title source, t.title target, r.relationship_type type, r.discovery_method method
      from relationships r join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
      join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id
      where r.workspace_id = ${service.id}::uuid order by 1, 2, 3`;

async function seedPair(service: TestWorkspace): Promise<void> {
  const shared = { memory_type: 'incident' as const, concepts: ['alpha', 'beta'] };
  await service.store({ title: 'Cause', narrative: 'The disk was full.', ...shared });
  await service.store({ title: 'Effect', narrative: 'Backups failed.', ...shared });
  await service.runJobs();
}

verifies(['reclassifier.edges', 'reclassifier.recorded', 'reclassifier.undo'], async ({ service }) => {
  await seedPair(service);
  const discovered = await edgesOf(service);
  expect(discovered).toContainEqual(
    expect.objectContaining({ type: 'related_to', method: 'concept_overlap' }),
  );
  await using stub = await startChatStub(({ user, schemaName }) => judging(user, schemaName));
  expect(await run(service, stub)).toBe('done');
  const retyped = (await edgesOf(service)).filter(({ type }) => type === 'caused_by');
  expect(retyped).toMatchObject([{ source: 'Effect', target: 'Cause' }]);
  const [change] = await changesOf(service);
  expect(change).toMatchObject({
    subject: 'relationship',
    to_type: 'caused_by',
    reason: 'The text says so.',
  });
  expect(await run(service, stub)).toBe('done');
  expect(stub.requests).toHaveLength(1);
  await undo(service, change?.id ?? '');
  expect(await edgesOf(service)).toEqual(discovered);
  await run(service, stub);
  expect(await edgesOf(service)).toEqual(discovered);
});

verifies(['reclassifier.manual-kept', 'relationships.manual.reclassifier-exempt'], async ({ service }) => {
  const [a, b] = await service.seedMemories(2);
  const created = await service.post('/api/v1/relationships', {
    source_id: a,
    target_id: b,
    relationship_type: 'related_to',
  });
  expect(created.status).toBe(201);
  const before = (await edgesOf(service)).filter(({ method }) => method === 'manual');
  await using stub = await startChatStub(({ user, schemaName }) => judging(user, schemaName));
  expect(await run(service, stub)).toBe('done');
  expect(await run(service)).toBe('done');
  expect((await edgesOf(service)).filter(({ method }) => method === 'manual')).toEqual(before);
  expect((await changesOf(service)).filter(({ subject }) => subject === 'relationship')).toEqual([]);
});
