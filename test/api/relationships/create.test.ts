import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { seedEdges } from '../../support/seeds/seed-edges.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const PATH = '/api/v1/relationships';

const unknownRef = (form: 'A' | 'B') => (form === 'A' ? randomUUID() : 'mem-0000000000000000');

async function two(service: TestWorkspace): Promise<{ source_id: string; target_id: string }> {
  const [source_id = '', target_id = ''] = await service.seedMemories(2);
  return { source_id, target_id };
}

const declare = (service: TestWorkspace, source_id: string, target_id: string, relationship_type: string) =>
  service.post(PATH, { source_id, target_id, relationship_type });

verifies(
  [
    'relationships.create.created',
    'relationships.create.supersedes',
    'relationships.object.fields',
    'relationships.object.method-manual',
    'relationships.object.confidence-manual',
    'relationships.object.context',
    'relationships.create.workspace-id-ignored',
  ],
  async ({ service, other }) => {
    const ends = await two(service);
    const reply = await service.post(PATH, {
      ...ends,
      relationship_type: 'supersedes',
      context: 'The queue replaced the table.',
      workspace_id: other.id,
      discovery_method: 'file_overlap',
      confidence: 0.2,
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      relationships: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          source_memory_id: ends.source_id,
          target_memory_id: ends.target_id,
          relationship_type: 'supersedes',
          discovery_method: 'manual',
          confidence: 1,
          is_bidirectional: false,
          context: 'The queue replaced the table.',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ],
    });
    const detail = await service.get(`/api/v1/memories/${ends.source_id}`);
    expect(detail.body.outgoing_relationships).toEqual(reply.body.relationships);
    const target = await service.get(`/api/v1/memories/${ends.target_id}`);
    expect(target.body.incoming_relationships).toEqual(reply.body.relationships);
  },
);

verifies.formA(
  ['relationships.create.depends-on', 'relationships.create.context-optional'],
  async ({ service }) => {
    const { source_id, target_id } = await two(service);
    const reply = await declare(service, source_id, target_id, 'depends_on');
    expect(reply.status).toBe(201);
    expect(reply.body.relationships).toMatchObject([
      { source_memory_id: source_id, target_memory_id: target_id, is_bidirectional: false, context: null },
    ]);
  },
);

verifies(
  ['relationships.create.related-to-mirrored', 'relationships.create.is-bidirectional'],
  async ({ service }) => {
    const { source_id, target_id } = await two(service);
    const reply = await declare(service, source_id, target_id, 'related_to');
    expect(reply.status).toBe(201);
    const [row, mirrored] = reply.body.relationships;
    expect(reply.body.relationships).toHaveLength(2);
    expect(row).toMatchObject({
      source_memory_id: source_id,
      target_memory_id: target_id,
      is_bidirectional: true,
    });
    expect(mirrored).toEqual({
      ...row,
      id: mirrored.id,
      source_memory_id: target_id,
      target_memory_id: source_id,
    });
    expect(mirrored.id).not.toBe(row.id);
    const detail = await service.get(`/api/v1/memories/${source_id}`);
    expect(detail.body.outgoing_relationships).toEqual([row]);
    expect(detail.body.incoming_relationships).toEqual([mirrored]);
  },
);

const BODY = { source_id: 'a', target_id: 'b', relationship_type: 'supersedes' };

verifies.formA(
  [
    'relationships.create.source-required',
    'relationships.create.target-required',
    'relationships.create.type-required',
  ],
  async ({ service }) => {
    for (const field of Object.keys(BODY)) {
      const reply = await service.post(PATH, { ...BODY, [field]: undefined });
      expect(reply.status).toBe(422);
      expect(reply.body).toEqual({
        detail: [{ loc: ['body', field], msg: 'Field required', type: 'missing' }],
      });
    }
  },
);

verifies.formA('relationships.create.type-non-string', async ({ service }) => {
  for (const relationship_type of [1, null, true, ['supersedes']]) {
    const reply = await service.post(PATH, { ...BODY, relationship_type });
    expect(reply.status).toBe(422);
    expect(reply.body.code).toBeUndefined();
    expect(reply.body.detail).toMatchObject([{ loc: ['body', 'relationship_type'], type: 'string_type' }]);
  }
});

verifies.formA(
  [
    'relationships.create.excluded-contradicts',
    'relationships.create.excluded-caused-by',
    'relationships.create.excluded-references',
    'relationships.create.excluded-similar-to',
    'relationships.create.excluded-any-string',
  ],
  async ({ service }) => {
    const { source_id, target_id } = await two(service);
    for (const type of ['contradicts', 'caused_by', 'references', 'similar_to', 'blocks', '']) {
      const reply = await declare(service, source_id, target_id, type);
      expect(reply.status, type).toBe(422);
      expect(reply.body).toEqual({
        code: 'excluded_relationship_type',
        detail: expect.stringContaining('supersedes, related_to, depends_on'),
      });
    }
  },
);

verifies.formA(
  ['relationships.create.self-edge', 'relationships.create.self-before-existence'],
  async ({ service }) => {
    const [known = ''] = await service.seedMemories(1);
    for (const ref of [known, unknownRef(service.form), 'nonsense']) {
      const reply = await declare(service, ref, ref, 'supersedes');
      expect(reply.status).toBe(422);
      expect(reply.body).toEqual({ code: 'self_edge_not_allowed', detail: expect.stringContaining(ref) });
    }
    if (service.form === 'A')
      expect((await declare(service, known, known.toUpperCase(), 'supersedes')).body.code).toBe(
        'self_edge_not_allowed',
      );
  },
);

async function expectNotFound(
  service: TestWorkspace,
  other: TestWorkspace,
  field: 'source_id' | 'target_id',
): Promise<void> {
  const ends = await two(service);
  const [foreign = ''] = await other.seedMemories(1);
  for (const ref of [unknownRef(service.form), foreign, 'nonsense']) {
    const reply = await service.post(PATH, { ...ends, [field]: ref, relationship_type: 'related_to' });
    expect(reply.status).toBe(404);
    expect(reply.text).toBe(`{"detail":"Memory ${ref} was not found."}`);
  }
  const detail = await service.get(`/api/v1/memories/${ends.source_id}`);
  expect(detail.body.outgoing_relationships).toEqual([]);
}

verifies('relationships.create.unknown-source-404', ({ service, other }) =>
  expectNotFound(service, other, 'source_id'),
);
verifies('relationships.create.unknown-target-404', ({ service, other }) =>
  expectNotFound(service, other, 'target_id'),
);

interface Blocked {
  first: string;
  second: string;
  mirrored?: boolean;
}

async function expectBlocked(service: TestWorkspace, { first, second, mirrored = false }: Blocked) {
  const { source_id, target_id } = await two(service);
  expect((await declare(service, source_id, target_id, first)).status).toBe(201);
  const before = (await service.get(`/api/v1/memories/${source_id}`)).body;
  const reply = mirrored
    ? await declare(service, target_id, source_id, second)
    : await declare(service, source_id, target_id, second);
  expect(reply.status).toBe(409);
  expect(reply.body).toEqual({ code: 'duplicate_manual_relationship', detail: expect.any(String) });
  expect((await service.get(`/api/v1/memories/${source_id}`)).body).toEqual(before);
}

verifies.formA('relationships.create.duplicate', async ({ service }) => {
  await expectBlocked(service, { first: 'supersedes', second: 'supersedes' });
  await expectBlocked(service, { first: 'related_to', second: 'related_to' });
});
verifies.formA('relationships.create.mirrored-duplicate', ({ service }) =>
  expectBlocked(service, { first: 'related_to', second: 'supersedes', mirrored: true }),
);
verifies.formA('relationships.create.other-type-blocked', ({ service }) =>
  expectBlocked(service, { first: 'supersedes', second: 'depends_on' }),
);
verifies.formA(
  ['relationships.create.related-to-blocked', 'relationships.create.all-or-nothing'],
  async ({ service }) => {
    await expectBlocked(service, { first: 'supersedes', second: 'related_to' });
    await expectBlocked(service, { first: 'supersedes', second: 'related_to', mirrored: true });
  },
);
verifies.formA('relationships.create.related-to-blocks', async ({ service }) => {
  await expectBlocked(service, { first: 'related_to', second: 'depends_on' });
  await expectBlocked(service, { first: 'related_to', second: 'depends_on', mirrored: true });
});

verifies.formA('relationships.create.reverse-directed-allowed', async ({ service }) => {
  const { source_id, target_id } = await two(service);
  expect((await declare(service, source_id, target_id, 'supersedes')).status).toBe(201);
  expect((await declare(service, target_id, source_id, 'depends_on')).status).toBe(201);
});

verifies.formA('relationships.create.discovered-never-blocks', async ({ service }) => {
  const [a, b] = [await service.store(), await service.store()];
  await seedEdges(service, [
    { source: a.id, target: b.id, type: 'related_to', method: 'concept_overlap' },
    { source: b.id, target: a.id, type: 'supersedes', method: 'session_context' },
  ]);
  expect((await declare(service, service.ref(a), service.ref(b), 'related_to')).status).toBe(201);
});

/** Twenty requests at once, of which exactly one may win. */
async function race(requests: (() => ReturnType<typeof declare>)[]): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, number) => requests[number % requests.length]!()),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
    new Set(['duplicate_manual_relationship']),
  );
}

verifies.formA('relationships.create.concurrent', async ({ service }) => {
  const { source_id, target_id } = await two(service);
  await race([() => declare(service, source_id, target_id, 'supersedes')]);
  // Of two types as well.
  const other = await two(service);
  await race(
    ['supersedes', 'depends_on'].map(
      (type) => () => declare(service, other.source_id, other.target_id, type),
    ),
  );
});

verifies.formA('relationships.create.concurrent-mirrored', async ({ service }) => {
  const { source_id, target_id } = await two(service);
  await race([
    () => declare(service, source_id, target_id, 'related_to'),
    () => declare(service, target_id, source_id, 'related_to'),
  ]);
  const detail = await service.get(`/api/v1/memories/${source_id}`);
  expect(detail.body.outgoing_relationships).toHaveLength(1);
  expect(detail.body.incoming_relationships).toHaveLength(1);
});
