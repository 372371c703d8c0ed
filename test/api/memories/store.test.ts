import { describe, expect } from 'vitest';
import { MEMORY_TYPES } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const STORE = '/api/v1/memories/store';
const minimal = { title: 'A title', narrative: 'A narrative.' };

const store = (service: TestWorkspace, fields: object) => service.post(STORE, { ...minimal, ...fields });

const read = async (service: TestWorkspace, memory: object) =>
  (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body as Record<string, unknown>;

/** Each of these bodies is refused with one issue at `loc`, and nothing is stored. */
async function expectRefused(service: TestWorkspace, loc: (string | number)[], bodies: object[]) {
  for (const body of bodies) {
    const reply = await store(service, body);
    expect(reply, JSON.stringify(body).slice(0, 200)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', ...loc], msg: expect.any(String), type: expect.any(String) }] },
    });
  }
  expect((await service.get('/api/v1/memories')).body).toEqual([]);
}

/** The value comes back from the answer to the store and from the memory itself. */
async function expectKept(service: TestWorkspace, fields: Record<string, unknown>) {
  const reply = await store(service, fields);
  expect(reply.status, JSON.stringify(fields).slice(0, 200)).toBe(201);
  expect(reply.body).toMatchObject(fields);
  expect(await read(service, reply.body)).toMatchObject(fields);
}

describe('a stored memory', () => {
  verifies(
    [
      'memories.store.created',
      'memories.store.memory-type-default',
      'memories.store.tags-default',
      'memories.store.concepts-default',
      'memories.store.source-files-default',
      'memories.store.importance-default',
      'memories.store.confidence-default',
    ],
    async ({ service }) => {
      const reply = await service.post(STORE, minimal);
      expect(reply).toMatchObject({
        status: 201,
        body: {
          ...minimal,
          memory_type: 'general',
          tags: [],
          concepts: [],
          source_files: [],
          importance_score: 0.5,
          confidence_score: 0.5,
        },
      });
    },
  );

  verifies(['memories.store.readable', 'http.strings.unicode-kept'], async ({ service }) => {
    const fields = {
      title: 'e\u0301 é \u202Eright to left\u202C 👩‍👩‍👧‍👦 \u{10FFFD}\uFFFF\u0001\u007F',
      narrative:
        ' \t\r\n\u2028Kept as it is: \\u0000 "quoted" \'\'; drop table memories; -- {{x}} %s \u00A0\uFEFF\n',
      memory_type: 'decision',
      tags: ['Ж', 'ﬁ', 'e\u0301', 'é', '%', '"', '\\', ',', '{}', 'NULL'],
      concepts: ['漢字', '\u{1F600}'],
      source_files: ['src/ünïcode/файл.ts', 'a b.md'],
      importance_score: 0.123456789,
      confidence_score: 1e-9,
    };
    await expectKept(service, fields);
    expect((await service.get('/api/v1/memories')).body).toMatchObject([fields]);
  });

  verifies.formA(
    ['memories.store.all-types', 'memories.store.memory-type-unknown-422'],
    async ({ service }) => {
      await expectRefused(
        service,
        ['memory_type'],
        ['fact', 'Decision', '', ' general', null, 1, ['general']].map((memory_type) => ({ memory_type })),
      );
      expect(MEMORY_TYPES).toHaveLength(9);
      for (const memory_type of MEMORY_TYPES) await expectKept(service, { memory_type });
    },
  );

  verifies(['memories.store.rest-names', 'http.body.unknown-fields-ignored'], async ({ service }) => {
    const tool = { content: 'Of the tool.', files: ['a.ts'], importance: 0.9, confidence: 0.9 };
    expect(
      await store(service, { ...tool, unknown: { deep: [1] }, id: 'mine', __proto__x: 1 }),
    ).toMatchObject({
      status: 201,
      body: { ...minimal, source_files: [], importance_score: 0.5, confidence_score: 0.5 },
    });
    const { narrative, ...withoutNarrative } = minimal;
    expect((await service.post(STORE, { ...withoutNarrative, content: narrative })).status).toBe(422);
  });
});

describe('title and narrative', () => {
  verifies.formA(
    ['memories.store.title-required', 'memories.store.narrative-required', 'errors.validation.all-faults'],
    async ({ service }) => {
      const missing = (field: string) => ({ loc: ['body', field], msg: 'Field required', type: 'missing' });
      const bodies = [
        [{ narrative: 'n' }, [missing('title')]],
        [{ title: 't' }, [missing('narrative')]],
        [{}, [missing('title'), missing('narrative')]],
      ] as const;
      for (const [body, detail] of bodies)
        expect(await service.post(STORE, body)).toMatchObject({ status: 422, body: { detail } });
    },
  );

  verifies.formA(
    [
      'memories.store.title-max-500',
      'memories.limits.code-points',
      'memories.store.title-blank-422',
      'memories.store.narrative-empty-422',
      'memories.store.narrative-max-100000',
    ],
    async ({ service }) => {
      const titles = [
        '',
        ' ',
        '\t\n',
        '\u00A0\u2003',
        '\u200B \uFEFF',
        'x'.repeat(501),
        '😀'.repeat(501),
        null,
        5,
        ['t'],
      ];
      await expectRefused(
        service,
        ['title'],
        titles.map((title) => ({ title })),
      );
      const narratives = ['', ' \n', 'x'.repeat(100_001), '😀'.repeat(100_001), null, 1, {}];
      await expectRefused(
        service,
        ['narrative'],
        narratives.map((narrative) => ({ narrative })),
      );
      for (const title of ['x', 'x'.repeat(500), '😀'.repeat(500), ` ${'e\u0301'.repeat(249)} `])
        await expectKept(service, { title });
      for (const narrative of ['x', 'x'.repeat(100_000), 'word '.repeat(20_000)])
        await expectKept(service, { narrative });
    },
  );
});

describe('scores', () => {
  verifies.formA(
    ['memories.store.importance-range', 'memories.store.confidence-range'],
    async ({ service }) => {
      for (const field of ['importance_score', 'confidence_score']) {
        const wrong = [-0.000001, 1.000001, -1, 2, '0.5', true, null, [0.5]];
        await expectRefused(
          service,
          [field],
          wrong.map((value) => ({ [field]: value })),
        );
      }
      const huge = `{"title": "t", "narrative": "n", "importance_score": 1e999}`;
      expect((await service.request('POST', STORE, { rawBody: huge })).status).toBe(422);
      for (const value of [0, 1, 0.3, 1e-99])
        await expectKept(service, { importance_score: value, confidence_score: value });
      const zero = await service.request('POST', STORE, { rawBody: huge.replace('1e999', '-0.0') });
      expect(zero.text).toContain('"importance_score":0,');
    },
  );
});

describe('lists', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, number) => `n${number}`);

  verifies.formA(
    ['memories.store.tags-max-100', 'memories.store.concepts-max-100', 'memories.store.source-files-max-100'],
    async ({ service }) => {
      for (const field of ['tags', 'concepts', 'source_files']) {
        await expectRefused(service, [field], [{ [field]: numbered(101) }]);
        const reply = await store(service, { [field]: numbered(100) });
        expect(reply).toMatchObject({ status: 201, body: { [field]: numbered(100) } });
        await service.delete(`/api/v1/memories/${service.ref(reply.body)}`);
      }
    },
  );

  verifies.formA(
    [
      'memories.store.tag-max-255',
      'memories.store.concept-max-255',
      'memories.store.source-file-max-1024-bytes',
      'memories.store.list-blank-422',
    ],
    async ({ service }) => {
      for (const field of ['tags', 'concepts'])
        for (const item of ['x'.repeat(256), '😀'.repeat(256), '', '  '])
          await expectRefused(service, [field, 1], [{ [field]: ['fine', item] }]);
      for (const item of ['x'.repeat(1_025), `${'é'.repeat(512)}x`, '', ' '])
        await expectRefused(service, ['source_files', 0], [{ source_files: [item] }]);
      await expectKept(service, { tags: ['x'.repeat(255)], concepts: ['😀'.repeat(255)] });
      await expectKept(service, { source_files: ['x'.repeat(1_024), 'é'.repeat(512)] });
    },
  );

  verifies.formA('memories.store.lists-max-32-kib', async ({ service }) => {
    const ascii = (count: number) =>
      Array.from({ length: count }, (_, number) => `${number}`.padStart(200, 'x'));
    const lists = (last: number) => ({
      tags: ascii(60),
      concepts: ascii(60),
      source_files: [...ascii(40), 'é'.repeat(last / 2)],
    });
    // 160 entries of 200 bytes and one of 768 are 32 KiB.
    await expectRefused(service, [], [{ ...lists(768), tags: [...lists(0).tags, 'x'] }]);
    await expectKept(service, lists(768));
  });

  verifies.formA(['memories.store.list-trimmed', 'memories.store.list-deduplicated'], async ({ service }) => {
    const reply = await store(service, {
      tags: [' b ', 'a', 'b', '\ta\n', 'B'],
      concepts: ['two words ', ' two words', 'one'],
      source_files: ['b.ts ', 'a.ts', ' b.ts'],
    });
    expect(reply.body).toMatchObject({
      tags: ['b', 'a', 'B'],
      concepts: ['two words', 'one'],
      source_files: ['b.ts', 'a.ts'],
    });
  });

  verifies.formA('memories.store.paths-normalised', async ({ service }) => {
    const given = [
      './src/a.ts',
      'src\\b.ts',
      'src//c.ts',
      './/src/./d.ts',
      'src/a.ts',
      '/abs//e.ts',
      '../up.ts',
    ];
    const source_files = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', '/abs/e.ts', '../up.ts'];
    const reply = await store(service, { source_files: given });
    expect(reply).toMatchObject({ status: 201, body: { source_files } });
    expect(await read(service, reply.body)).toMatchObject({ source_files });
  });

  testWithService(
    'the password of an address stays out of a path, which has no doubled slash',
    async ({ service }) => {
      const reply = await store(service, { source_files: ['https://ada:hunter22x@host.example/a.md'] });
      expect(reply).toMatchObject({
        status: 201,
        body: { source_files: ['https:/ada:[redacted:password]@host.example/a.md'] },
      });
    },
  );

  verifies.formA('http.types.array-strict', async ({ service }) => {
    for (const field of ['tags', 'concepts', 'source_files']) {
      await expectRefused(
        service,
        [field],
        [{ [field]: 'one' }, { [field]: null }, { [field]: { 0: 'one' } }],
      );
      await expectRefused(
        service,
        [field, 0],
        [{ [field]: [1] }, { [field]: [null] }, { [field]: [['one']] }],
      );
    }
  });
});

describe('what a memory replaces', () => {
  const decision = {
    title: 'The pool of the billing database has forty connections',
    narrative: 'The connection pool of the billing database holds forty connections for each replica.',
    memory_type: 'decision' as const,
    source_files: ['billing/pool.ts'],
  };
  const older = {
    ...decision,
    title: 'The pool of the billing database has twenty connections',
    narrative:
      'Each replica opens twenty connections, since a machine of four cores makes more of them wait.',
  };

  verifies('memories.store.supersedes', async ({ service }) => {
    const [one, two] = [await service.store(older), await service.store({ title: 'Pools are small' })];
    const [first, second] = [service.ref(one), service.ref(two)];
    expect(await store(service, { ...decision, supersedes: [first, 'nothing'] })).toMatchObject({
      status: 404,
    });
    const stored = await store(service, { ...decision, supersedes: [first] });
    expect(await read(service, one)).toMatchObject({
      incoming_relationships: [
        { relationship_type: 'supersedes', source_memory_id: service.ref(stored.body) },
      ],
    });
    expect(await store(service, { ...decision, supersedes: [second, 'nothing'] })).toMatchObject({
      status: 404,
    });
    expect(await read(service, two)).toMatchObject({ incoming_relationships: [] });
    const again = await store(service, { ...decision, supersedes: [first, second] });
    expect(again).toMatchObject({ status: 201, body: { title: decision.title } });
    expect(service.ref(again.body)).toBe(service.ref(stored.body));
    expect(await read(service, two)).toMatchObject({
      incoming_relationships: [{ source_memory_id: service.ref(stored.body) }],
    });
    expect((await service.get('/api/v1/memories/')).body).toHaveLength(3);
  });

  verifies('memories.store.similar', async ({ service }) => {
    const prefer = { prefer: 'respond-async, similar-memories' };
    const first = await service.post(STORE, decision, { headers: prefer });
    expect(first.headers.get('preference-applied')).toBe('similar-memories');
    expect(first.headers.get('x-similar-memories')).toBeNull();
    const again = await service.post(STORE, decision, { headers: prefer });
    expect(again.headers.get('x-similar-memories')).toBe(service.ref(first.body));
    expect(again.headers.get('x-may-replace-memories')).toBeNull();
    const newer = await service.post(STORE, older, { headers: prefer });
    const named = newer.headers.get('x-may-replace-memories')?.split(', ');
    expect(named?.toSorted()).toEqual([first, again].map(({ body }) => service.ref(body)).toSorted());
    expect((await service.post(STORE, decision)).headers.get('x-similar-memories')).toBeNull();
  });
});
