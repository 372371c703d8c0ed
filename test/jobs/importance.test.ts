import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { queryRows } from '@memory/db';
import { recalculateImportance } from '../../functions/jobs.ts';
import { scheduleNightlyWork } from '../../functions/jobs.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

interface Inputs {
  base: number;
  confidence: number;
  positive: number;
  negative: number;
  accesses: number;
  retrievals: number;
  days: number;
}

const count = fc.integer({ min: 0, max: 2_147_483_647 });
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const few = fc.integer({ min: 0, max: 50 });
const inputs: fc.Arbitrary<Inputs> = fc.record({
  base: unit,
  confidence: unit,
  positive: fc.oneof(few, count),
  negative: fc.oneof(few, count),
  accesses: fc.oneof(few, count),
  retrievals: fc.oneof(few, count),
  days: fc.oneof(few, fc.integer({ min: 0, max: 4_000_000 })),
});

/** The formula as the database computes it, for many inputs in one statement. */
async function formula({ services }: TestWorkspace, given: readonly Inputs[]): Promise<number[]> {
  const [row] = await queryRows<{ results: string }>(services.db)`
    select json_agg(recalculated_importance(base, confidence, positive, negative, accesses, retrievals, days)
        order by place)::text results
      from (select i.*, row_number() over () place from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) i(
        base float8, confidence float8, positive int, negative int, accesses int, retrievals int, days int)) i`;
  return JSON.parse(row?.results ?? '[]') as number[];
}

verifies('importance.range', async ({ service }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(inputs, { minLength: 20, maxLength: 60 }), async (given) => {
      for (const result of await formula(service, given)) {
        expect(result).toBeGreaterThanOrEqual(0);
        expect(result).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 30 },
  );
});

verifies(
  [
    'importance.positive-raises',
    'importance.negative-lowers',
    'importance.access',
    'importance.retrieval',
    'importance.confidence',
    'importance.decay',
  ],
  async ({ service }) => {
    const rising = ['base', 'confidence', 'positive', 'accesses', 'retrievals'] as const;
    const falling = ['negative', 'days'] as const;
    await fc.assert(
      fc.asyncProperty(inputs, inputs, async (a, b) => {
        const cases = [...rising, ...falling].map((name) => {
          const [low, high] = a[name] <= b[name] ? [a[name], b[name]] : [b[name], a[name]];
          return {
            name,
            pair: [
              { ...a, [name]: low },
              { ...a, [name]: high },
            ],
          };
        });
        const results = await formula(
          service,
          cases.flatMap(({ pair }) => pair),
        );
        for (const [index, { name }] of cases.entries()) {
          const [low = NaN, high = NaN] = results.slice(2 * index, 2 * index + 2);
          if (falling.some((other) => other === name)) expect(low, name).toBeGreaterThanOrEqual(high);
          else expect(low, name).toBeLessThanOrEqual(high);
        }
      }),
      { numRuns: 150 },
    );
  },
  { title: 'never against the direction of any input' },
);

verifies(
  'importance.decay',
  async ({ service }) => {
    const neutral = {
      base: 0.5,
      confidence: 0.5,
      positive: 0,
      negative: 0,
      accesses: 0,
      retrievals: 0,
      days: 0,
    };
    const [fresh, month, year, praised, criticized, one, opened] = await formula(service, [
      neutral,
      { ...neutral, days: 30 },
      { ...neutral, days: 365 },
      { ...neutral, positive: 5 },
      { ...neutral, negative: 5 },
      { ...neutral, negative: 1 },
      { ...neutral, accesses: 10 },
    ]);
    expect({ fresh, month, year, praised, criticized, one, opened }).toEqual({
      fresh: 0.5,
      month: 0.491,
      year: 0.438,
      praised: 0.786,
      criticized: 0.214,
      one: 0.367,
      opened: 0.563,
    });
  },
  { title: 'plain cases, as the README gives them' },
);

const recalculate = (service: TestWorkspace, days = 0) =>
  recalculateImportance(deliver({ workspaceId: service.id }), {
    services: { ...service.services, clock: () => new Date(Date.now() + days * 86_400_000) },
  });
const importances = async (service: TestWorkspace): Promise<Record<string, number>> => {
  const listed: Memory[] = (await service.get('/api/v1/memories/?limit=500')).body;
  return Object.fromEntries(listed.map(({ title, importance_score }) => [title, importance_score]));
};

verifies(
  [
    'importance.scheduled-only',
    'importance.whole-workspace',
    'importance.positive-raises',
    'importance.negative-lowers',
  ],
  async ({ service, other }) => {
    const refs: Record<string, string> = {};
    for (const title of ['praised', 'criticized', 'opened', 'found', 'untouched'])
      refs[title] = service.ref(await service.store({ title }));
    const foreign = await other.store({ title: 'praised elsewhere' });
    const feedback = (at: TestWorkspace, ref: string, useful: boolean) =>
      at.post(`/api/v1/memories/${ref}/feedback`, { useful });
    for (let round = 0; round < 4; round += 1) {
      await feedback(service, refs['praised'] ?? '', true);
      await feedback(service, refs['criticized'] ?? '', false);
      await feedback(other, other.ref(foreign), true);
      await service.post(`/api/v1/memories/${refs['opened']}/access`);
      await service.post(`/api/v1/memories/${refs['found']}/retrieval`);
    }
    expect(new Set(Object.values(await importances(service)))).toEqual(new Set([0.5]));
    await recalculate(service);
    const scores = await importances(service);
    expect(scores).toEqual({
      praised: 0.767,
      criticized: 0.233,
      opened: 0.536,
      found: 0.505,
      untouched: 0.5,
    });
    expect(await importances(other)).toEqual({ 'praised elsewhere': 0.5 });
  },
);

verifies(['importance.no-drift', 'jobs.halfway'], async ({ service }) => {
  const memory = await service.store({ title: 'M', importance_score: 0.8, confidence_score: 0.9 });
  const path = `/api/v1/memories/${service.ref(memory)}`;
  await service.post(`${path}/feedback`, { useful: true });
  await recalculate(service);
  const once = (await service.get(path)).body;
  expect(once.importance_score).not.toBe(0.8);
  expect(once.updated_at).toBeNull();
  for (let round = 0; round < 5; round += 1) await recalculate(service);
  expect((await service.get(path)).body).toEqual(once);
  // A year passes and comes back: nothing of it stays.
  await recalculate(service, 365);
  expect((await service.get(path)).body.importance_score).toBeLessThan(once.importance_score);
  await recalculate(service);
  expect((await service.get(path)).body).toEqual(once);
});

verifies(
  'importance.no-drift',
  async ({ service }) => {
    const memory = await service.store({ title: 'M', importance_score: 0.2 });
    const path = `/api/v1/memories/${service.ref(memory)}`;
    for (let round = 0; round < 3; round += 1) await service.post(`${path}/feedback`, { useful: true });
    await recalculate(service);
    await service.patch(path, { importance_score: 0.9 });
    await recalculate(service);
    const [expected] = await formula(service, [
      { base: 0.9, confidence: 0.5, positive: 3, negative: 0, accesses: 0, retrievals: 0, days: 0 },
    ]);
    expect((await service.get(path)).body.importance_score).toBe(expected);
  },
  { title: 'what a person sets is the new base' },
);

verifies(
  'importance.whole-workspace',
  async ({ service, other }) => {
    const sent: { queue: string; messages: readonly { body: unknown }[] }[] = [];
    const queue = {
      ...service.services.queue,
      send: (name: string, messages: readonly { body: unknown }[]) =>
        Promise.resolve(void sent.push({ queue: name, messages })),
    };
    await scheduleNightlyWork(deliver({}), { services: { ...service.services, queue } });
    for (const job of ['recalculateImportance', 'reclassifyMemories'])
      for (const { id } of [service, other])
        expect(
          sent
            .filter(({ queue: name }) => name === job)
            .flatMap(({ messages }) => messages.map(({ body }) => body)),
        ).toContainEqual({ workspaceId: id });
  },
  { title: 'each workspace is its own message' },
);

verifies('importance.superseded', async ({ service }) => {
  const [old, newer] = [
    await service.store({ title: 'Old', importance_score: 0.8 }),
    await service.store({ title: 'New', importance_score: 0.8 }),
  ];
  const importanceOf = async (memory: Memory) =>
    (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body.importance_score as number;
  const statement = {
    source_id: service.ref(newer),
    target_id: service.ref(old),
    relationship_type: 'supersedes',
  };
  await service.post('/api/v1/relationships', statement);
  await recalculate(service);
  await recalculate(service);
  expect(await importanceOf(old)).toBe(0.4);
  expect(await importanceOf(newer)).toBe(0.8);
  await service.delete(`/api/v1/relationships?${new URLSearchParams(statement).toString()}`);
  await recalculate(service);
  expect(await importanceOf(old)).toBe(0.8);
});
