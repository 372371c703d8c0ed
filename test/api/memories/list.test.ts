import { describe, expect } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Memory } from '@memory/contracts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const LIST = '/api/v1/memories/';
const DAY_MS = 86_400_000;

const list = async (service: TestWorkspace, query = '') => {
  const reply = await service.get(`${LIST}?${query}`);
  expect(reply.status, query).toBe(200);
  return reply.body as Memory[];
};

const titles = async (service: TestWorkspace, query = '') =>
  (await list(service, query)).map(({ title }) => title);

/** Rows as they would be after months; `days` ago. */
async function age(service: TestWorkspace, { id }: Memory, days: { created?: number; accessed?: number }) {
  const at = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
  if (days.created !== undefined)
    await service.services.db.execute(
      sql`update memories set created_at = ${at(days.created)}::timestamptz where id = ${id}::uuid`,
    );
  if (days.accessed !== undefined)
    await service.services.db.execute(
      sql`update memory_counters set last_accessed_at = ${at(days.accessed)}::timestamptz where memory_id = ${id}::uuid`,
    );
}

describe('what is listed', () => {
  verifies(
    ['memories.list.ok', 'memories.list.empty', 'memories.list.own-workspace'],
    async ({ service, other }) => {
      expect((await service.get(LIST)).body).toEqual([]);
      const memory = await service.store();
      await other.store({ title: 'Theirs' });
      expect(await list(service)).toEqual([memory]);
    },
  );

  verifies.formA(
    ['memories.list.memory-type', 'memories.list.memory-type-unknown-422'],
    async ({ service }) => {
      await service.store({ title: 'D', memory_type: 'decision' });
      await service.store({ title: 'G' });
      expect(await titles(service, 'memory_type=decision')).toEqual(['D']);
      expect(await titles(service, 'memory_type=general')).toEqual(['G']);
      expect(await titles(service, 'memory_type=wiki')).toEqual([]);
      expect(await titles(service, 'memory_types=decision')).toHaveLength(2);
      for (const type of ['fact', '', 'Decision', 'decision,general', '%00'])
        expect(await service.get(`${LIST}?memory_type=${type}`)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['query', 'memory_type'], type: 'enum' }] },
        });
    },
  );

  verifies('memories.list.tags-and', async ({ service }) => {
    await using inA = await serveVariant(service, { settings: { memoryIdForm: 'A' } });
    await service.store({ title: 'ab', tags: ['a', 'b, c'] });
    await service.store({ title: 'a', tags: ['a'] });
    await service.store({ title: 'none' });
    const sorted = async (query: string) => (await titles(inA.service, query)).sort();
    expect(await sorted('tags=a')).toEqual(['a', 'ab']);
    expect(await sorted('tags=a&tags=b,%20c')).toEqual(['ab']);
    expect(await sorted('tags=%20a&tags=a')).toEqual(['a', 'ab']);
    expect(await sorted('tags=a&tags=x')).toEqual([]);
    expect(await sorted('tags=A')).toEqual([]);
    expect(await sorted('')).toHaveLength(3);
  });
});

describe('pages', () => {
  verifies.formA(
    [
      'memories.list.limit-default-50',
      'memories.list.limit-max-500',
      'memories.list.offset-default-0',
      'memories.list.offset-skips',
      'memories.list.ordering-ties',
      'http.pagination.limit-offset',
    ],
    async ({ service }) => {
      // One moment and one importance for all: only the id tells them apart.
      await using still = await serveVariant(service, { clock: () => new Date('2030-01-01T00:00:00Z') });
      await still.service.seedMemories(60);
      const all = await titles(service, 'limit=500');
      expect(all).toHaveLength(60);
      expect(await titles(service)).toEqual(all.slice(0, 50));
      expect(await titles(service, 'limit=20&offset=20')).toEqual(all.slice(20, 40));
      const pages: string[] = [];
      for (let offset = 0; offset < 70; offset += 7)
        pages.push(...(await titles(service, `limit=7&offset=${offset}`)));
      expect(pages).toEqual(all);
      for (const ordering of ['access_count', '-created_at', 'created_at', '-retrieval_count'])
        expect(await titles(service, `limit=500&ordering=${ordering}`)).toEqual(all);
      expect(await titles(service, 'offset=60')).toEqual([]);
      expect(await titles(service, 'offset=2147483647')).toEqual([]);
    },
  );

  verifies.formA(
    [
      'memories.list.limit-min-1',
      'memories.list.limit-max-500',
      'memories.list.offset-negative-422',
      'http.query.strict-integers',
      'errors.validation.loc-query',
    ],
    async ({ service }) => {
      await service.seedMemories(2);
      expect(await titles(service, 'limit=1')).toHaveLength(1);
      const wrong: [string, string[]][] = [
        [
          'limit',
          [
            '0',
            '-1',
            '501',
            '',
            '1.5',
            '1e2',
            '%205',
            '5%20',
            '+5',
            'abc',
            '0x10',
            '٣',
            '9'.repeat(30),
            'NaN',
          ],
        ],
        ['offset', ['-1', '', '1.5', '1e2', '%205', 'abc', '2147483648', '9'.repeat(30), 'null']],
      ];
      for (const [name, values] of wrong)
        for (const value of values) {
          const reply = await service.get(`${LIST}?${name}=${value}`);
          expect(reply, `${name}=${value}`).toMatchObject({
            status: 422,
            body: { detail: [{ loc: ['query', name], msg: expect.any(String), type: expect.any(String) }] },
          });
        }
      const both = await service.get(`${LIST}?limit=0&offset=-1&ordering=x&pruning_candidates=1`);
      expect(both.status).toBe(422);
      const places = (both.body.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'));
      expect(places.sort()).toEqual([
        'query.limit',
        'query.offset',
        'query.ordering',
        'query.pruning_candidates',
      ]);
    },
  );

  verifies.formA(
    ['http.query.duplicate-parameter', 'http.query.unknown-ignored', 'http.query.strict-booleans'],
    async ({ service }) => {
      await service.seedMemories(2);
      for (const query of [
        'limit=1&limit=2',
        'ordering=created_at&ordering=created_at',
        'offset=0&offset=',
      ]) {
        const reply = await service.get(`${LIST}?${query}`);
        expect(reply.status, query).toBe(422);
        expect(reply.body.detail[0].loc[0]).toBe('query');
      }
      for (const value of ['1', '0', 'True', 'FALSE', 'yes', '', 'null', 'true%20'])
        expect(await service.get(`${LIST}?pruning_candidates=${value}`)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['query', 'pruning_candidates'], type: 'bool_parsing' }] },
        });
      expect(await titles(service, 'unknown=1&Limit=1&limit[]=1&=&&%zz=%zz&q=%ff')).toHaveLength(2);
      expect(await titles(service, 'pruning_candidates=false')).toHaveLength(2);
      expect(await titles(service, 'pruning_candidates=true')).toEqual([]);
    },
  );
});

describe('orders', () => {
  verifies.formA(
    [
      'memories.list.ordering-default',
      'memories.list.ordering-importance',
      'memories.list.ordering-access-count',
      'memories.list.ordering-created-at',
      'memories.list.ordering-retrieval-count',
      'memories.list.ordering-unknown-422',
    ],
    async ({ service }) => {
      const stored: Memory[] = [];
      for (const [number, importance_score] of [0.5, 0.9, 0.5, 0.1].entries()) {
        const memory = await service.store({ title: `${number}`, importance_score });
        await age(service, memory, { created: 10 - number });
        stored.push(memory);
      }
      const use = async (number: number, action: string) =>
        service.post(`/api/v1/memories/${service.ref(stored[number] ?? {})}/${action}`);
      for (const [number, action] of [
        [0, 'access'],
        [0, 'access'],
        [2, 'access'],
        [1, 'retrieval'],
      ] as const)
        await use(number, action);
      const orders = {
        '': '1203',
        'ordering=-importance_score': '1203',
        'ordering=importance_score': '3201',
        'ordering=-created_at': '3210',
        'ordering=created_at': '0123',
        'ordering=-access_count': '0231',
        'ordering=access_count': '3120',
        'ordering=-retrieval_count': '1320',
        'ordering=retrieval_count': '3201',
      };
      for (const [query, order] of Object.entries(orders))
        expect((await titles(service, query)).join(''), query).toBe(order);
      for (const ordering of [
        'title',
        '',
        '--created_at',
        '+created_at',
        'created_at,title',
        'updated_at',
        'CREATED_AT',
      ])
        expect(await service.get(`${LIST}?ordering=${ordering}`)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['query', 'ordering'], type: 'enum' }] },
        });
    },
  );
});

describe('pruning candidates', () => {
  verifies.formA(
    [
      'memories.list.pruning-importance',
      'memories.list.pruning-retention',
      'memories.list.pruning-access',
      'memories.list.pruning-default',
    ],
    async ({ service }) => {
      const memories: [string, number, { created?: number; accessed?: number }][] = [
        ['old, unimportant, never accessed', 0.29, { created: 181 }],
        ['just important enough', 0.3, { created: 400 }],
        ['young', 0.1, { created: 179 }],
        ['new', 0.1, {}],
        ['accessed lately', 0, { created: 400, accessed: 89 }],
        ['accessed long ago', 0, { created: 400, accessed: 91 }],
      ];
      for (const [title, importance_score, days] of memories)
        await age(service, await service.store({ title, importance_score }), days);
      const candidates = ['accessed long ago', 'old, unimportant, never accessed'];
      expect((await titles(service, 'pruning_candidates=true')).sort()).toEqual(candidates);
      expect(await titles(service)).toHaveLength(memories.length);
      expect(await titles(service, 'pruning_candidates=true&limit=1&offset=1')).toHaveLength(1);
      await using patient = await serveVariant(service, { settings: { retentionDays: 200 } });
      expect(await titles(patient.service, 'pruning_candidates=true')).toEqual(['accessed long ago']);
    },
  );
});
