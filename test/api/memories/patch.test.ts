import { describe, expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const before = {
  title: 'Before',
  narrative: 'The narrative before.',
  memory_type: 'decision' as const,
  tags: ['a', 'b'],
  concepts: ['c'],
  source_files: ['d.ts'],
  importance_score: 0.25,
  confidence_score: 0.75,
};

const pathOf = (service: TestWorkspace, memory: Memory) => `/api/v1/memories/${service.ref(memory)}`;

const detail = async (service: TestWorkspace, memory: Memory) =>
  (await service.get(pathOf(service, memory))).body as Memory;

describe('a change', () => {
  const changes: { field: keyof typeof before; value: unknown }[] = [
    { field: 'title', value: 'After' },
    { field: 'narrative', value: 'The narrative after.' },
    { field: 'tags', value: ['x'] },
    { field: 'tags', value: [] },
    { field: 'concepts', value: ['x', 'y'] },
    { field: 'concepts', value: [] },
    { field: 'source_files', value: ['x.ts'] },
    { field: 'source_files', value: [] },
    { field: 'importance_score', value: 0 },
    { field: 'importance_score', value: 1 },
    { field: 'confidence_score', value: 0 },
    { field: 'confidence_score', value: 0.5 },
  ];

  verifies(
    [
      'memories.patch.ok',
      'memories.patch.title',
      'memories.patch.narrative',
      'memories.patch.tags-replaced',
      'memories.patch.concepts-replaced',
      'memories.patch.source-files-replaced',
      'memories.patch.importance',
      'memories.patch.confidence',
      'memories.patch.others-kept',
      'memories.updated-at.patch-sets',
    ],
    async ({ service }) => {
      for (const { field, value } of changes) {
        const memory = await service.store(before);
        const reply = await service.patch(pathOf(service, memory), { [field]: value });
        const expected = { ...memory, [field]: value, updated_at: expect.stringMatching(/^\d{4}-.*Z$/u) };
        expect(reply).toMatchObject({ status: 200, body: expected });
        expect(reply.body).toEqual(expected);
        expect(await detail(service, memory)).toMatchObject(expected);
      }
    },
  );

  verifies.formA(['memories.patch.no-fields', 'memories.patch.no-change'], async ({ service }) => {
    const memory = await service.store(before);
    const same = { ...before, tags: [' a', 'b', 'a'], source_files: ['./d.ts'] };
    for (const body of [{}, before, same, { title: 'Before' }, { importance_score: 0.25 }, { unknown: 1 }]) {
      const reply = await service.patch(pathOf(service, memory), body);
      expect(reply).toMatchObject({ status: 200, body: { ...before, updated_at: null } });
    }
    const changed = (await service.patch(pathOf(service, memory), { title: 'After' })).body as Memory;
    const again = (await service.patch(pathOf(service, memory), { title: 'After' })).body as Memory;
    expect(again.updated_at).toBe(changed.updated_at);
  });

  verifies(
    ['memories.patch.id-immutable', 'memories.patch.memory-type-ignored'],
    async ({ service, other }) => {
      const memory = await service.store(before);
      const reply = await service.patch(pathOf(service, memory), {
        id: '0193b0a0-0000-7000-8000-000000000001',
        memory_id: 'mem-1111111111111111',
        workspace_id: other.id,
        memory_type: 'pattern',
        access_count: 7,
        content_hash: 'x',
        created_at: '2000-01-01T00:00:00Z',
      });
      expect(reply).toMatchObject({ status: 200, body: memory });
      expect(await detail(service, memory)).toMatchObject(memory);
      expect((await other.get('/api/v1/memories')).body).toEqual([]);
    },
  );

  verifies.formA('memories.patch.search-follows', async ({ service }) => {
    const memory = await service.store({ title: 'Walrus', narrative: 'Seen on the ice.' });
    const count = async (query: string) =>
      (await service.post('/api/v1/memories/search', { query, use_semantic: false })).body.count as number;
    expect([await count('walrus'), await count('heron'), await count('ice')]).toEqual([1, 0, 1]);
    await service.patch(pathOf(service, memory), { title: 'Heron' });
    expect([await count('walrus'), await count('heron'), await count('ice')]).toEqual([0, 1, 1]);
  });

  verifies.formA(
    'memories.patch.others-kept',
    async ({ service }) => {
      const memory = await service.store(before);
      const path = pathOf(service, memory);
      // With four connections open the changes arrive together.
      await Promise.all(Array.from({ length: 4 }, () => service.get(path)));
      const replies = await Promise.all([
        service.patch(path, { title: 'Together' }),
        service.patch(path, { narrative: 'Together.' }),
        service.patch(path, { tags: ['together'] }),
        service.patch(path, { importance_score: 1 }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const after = { title: 'Together', narrative: 'Together.', tags: ['together'], importance_score: 1 };
      expect(await detail(service, memory)).toMatchObject({ ...before, ...after });
    },
    { title: 'changes of different fields at the same time are all kept' },
  );
});

describe('what a change may not say', () => {
  verifies.formA(
    [
      'memories.patch.title-max-500',
      'memories.patch.title-blank-422',
      'memories.patch.narrative-length',
      'memories.patch.score-range',
      'memories.patch.null-422',
      'memories.patch.lists-max-100',
      'memories.patch.entry-length',
    ],
    async ({ service }) => {
      const memory = await service.store(before);
      const path = pathOf(service, memory);
      const numbered = Array.from({ length: 101 }, (_, number) => `n${number}`);
      const scores = [-0.01, 1.01, '0.5', true];
      const labels = [['x'.repeat(256)], [''], ['\t']];
      const wrong: [field: string, values: unknown[], ...at: number[]][] = [
        ['title', ['x'.repeat(501), '😀'.repeat(501), '', '  ', 5, null]],
        ['narrative', ['', '\n', 'x'.repeat(100_001), null]],
        ['importance_score', [...scores, null]],
        ['confidence_score', [...scores, null]],
        ...['tags', 'concepts', 'source_files'].map((field): [string, unknown[]] => [
          field,
          [numbered, null],
        ]),
        ['tags', labels, 0],
        ['concepts', labels, 0],
        ['source_files', [['x'.repeat(1_025)], [''], ['\t']], 0],
      ];
      for (const [field, values, ...at] of wrong)
        for (const value of values)
          expect(await service.patch(path, { [field]: value }), field).toMatchObject({
            status: 422,
            body: {
              detail: [{ loc: ['body', field, ...at], msg: expect.any(String), type: expect.any(String) }],
            },
          });
      expect(await detail(service, memory)).toMatchObject(memory);
      const most = { title: '😀'.repeat(500), narrative: '😀'.repeat(100_000) };
      expect((await service.patch(path, most)).body).toMatchObject(most);
      expect(await detail(service, memory)).toMatchObject(most);
    },
  );

  verifies.formA('memories.patch.lists-max-32-kib', async ({ service }) => {
    const tags = Array.from({ length: 100 }, (_, number) => `${number}`.padStart(200, 'x'));
    const source_files = Array.from({ length: 12 }, (_, number) => `${number}`.padStart(1_000, 'x'));
    const memory = await service.store({ tags, source_files });
    const path = pathOf(service, memory);
    // 20,000 and 12,000 bytes stand there; 768 more are 32 KiB.
    const [fits, over] = [['x'.repeat(200), 'y'.repeat(200), 'z'.repeat(200), 'w'.repeat(168)], ['v']];
    expect((await service.patch(path, { concepts: [...fits, ...over] })).status).toBe(422);
    expect(await detail(service, memory)).toMatchObject({ concepts: [], updated_at: null });
    expect((await service.patch(path, { concepts: fits })).status).toBe(200);
    const fewer = { tags: [], concepts: [...fits, ...over] };
    expect((await service.patch(path, fewer)).body).toMatchObject(fewer);
  });

  verifies.formA('memories.patch.lists-cleaned', async ({ service }) => {
    const memory = await service.store(before);
    const body = {
      tags: [' x', 'x ', 'y'],
      concepts: ['z', 'z'],
      source_files: ['.\\a\\b.ts', 'a//b.ts', 'a/././b.ts', './', '.', '/./c.ts'],
    };
    const expected = { tags: ['x', 'y'], concepts: ['z'], source_files: ['a/b.ts', '.', '/c.ts'] };
    expect((await service.patch(pathOf(service, memory), body)).body).toMatchObject(expected);
    expect(await detail(service, memory)).toMatchObject(expected);
  });

  verifies.formA(
    'memories.patch.others-kept',
    async ({ service }) => {
      const memory = await service.store(before);
      const values = Array.from({ length: 16 }, (_, index) => `value ${index}`);
      const changes = values.flatMap((value) => [{ title: value }, { tags: [value] }]);
      const replies = await Promise.all(
        changes.map((change) => service.patch(pathOf(service, memory), change)),
      );
      for (const [index, reply] of replies.entries())
        expect(reply).toMatchObject({ status: 200, body: changes[index] });
      const { title, tags } = await detail(service, memory);
      expect(values).toContain(title);
      expect(values).toContain(tags[0]);
    },
    { title: 'many changes of one memory at once' },
  );

  verifies('memories.patch.unknown-404', async ({ service, other }) => {
    const theirs = await other.store(before);
    for (const ref of [service.ref(theirs), unknownRef(service.form)])
      expect(await service.patch(`/api/v1/memories/${ref}`, { title: 'Taken' })).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining(ref) },
      });
    expect(await detail(other, theirs)).toMatchObject(theirs);
  });
});
