import { describe, expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const pathOf = (service: TestWorkspace, memory: Memory) => `/api/v1/memories/${service.ref(memory)}`;

const detail = async (service: TestWorkspace, memory: Memory) =>
  (await service.get(pathOf(service, memory))).body as Memory;

describe('GET of a memory', () => {
  verifies(
    ['memories.get.ok', 'memories.get.feedback-counts-zero', 'memories.get.relationships-empty'],
    async ({ service }) => {
      const memory = await service.store({ title: 'In detail', tags: ['a'] });
      const reply = await service.get(pathOf(service, memory));
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        ...memory,
        feedback_positive_count: 0,
        feedback_negative_count: 0,
        outgoing_relationships: [],
        incoming_relationships: [],
      });
    },
  );

  verifies(
    ['memories.get.unknown-404', 'errors.404.malformed-path-id', 'errors.shape.not-found'],
    async ({ service, other }) => {
      const theirs = await other.store();
      const malformed = [
        'nothing',
        'mem-',
        'mem-ILOU000000000000',
        '0',
        '%20',
        '%27',
        '%F0%9F%98%80',
        'a%2Fb',
        'null',
      ];
      malformed.push(
        '00000000-0000-7000-8000-00000000dea',
        '{00000000-0000-7000-8000-00000000dead}',
        'x'.repeat(4_000),
      );
      for (const ref of [service.ref(theirs), unknownRef(service.form), ...malformed]) {
        const reply = await service.get(`/api/v1/memories/${ref}`);
        expect(reply.status, ref).toBe(404);
        expect(reply.body).toEqual({ detail: expect.stringContaining(decodeURIComponent(ref)) });
      }
    },
  );

  verifies.formA(['memories.get.no-access', 'memories.search.no-retrieval'], async ({ service }) => {
    const memory = await service.store({ title: 'Looked at' });
    for (let time = 0; time < 3; time += 1) await detail(service, memory);
    await service.get('/api/v1/memories');
    const { body } = await service.post('/api/v1/memories/search', { query: 'looked' });
    expect(body.count).toBe(1);
    expect(await detail(service, memory)).toMatchObject({
      access_count: 0,
      retrieval_count: 0,
      last_accessed_at: null,
    });
  });
});

describe('POST access', () => {
  verifies(
    [
      'memories.access.ok',
      'memories.access.counts',
      'memories.access.last-accessed',
      'memories.updated-at.counters-keep',
    ],
    async ({ service }) => {
      const memory = await service.store();
      const before = Date.now();
      const reply = await service.post(`${pathOf(service, memory)}/access`);
      const expected = {
        ...memory,
        access_count: 1,
        retrieval_count: 0,
        last_accessed_at: expect.stringMatching(/Z$/u),
        updated_at: null,
      };
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(expected);
      expect(Date.parse(reply.body.last_accessed_at)).toBeGreaterThanOrEqual(before);
      expect(await detail(service, memory)).toMatchObject(expected);
      expect((await service.post(`${pathOf(service, memory)}/access`)).body.access_count).toBe(2);
    },
  );

  verifies.formA('memories.access.concurrent', async ({ service }) => {
    const memory = await service.store();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => service.post(`${pathOf(service, memory)}/access`)),
    );
    const counts = replies.map(({ body }) => body.access_count as number).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 30 }, (_, number) => number + 1));
    expect(await detail(service, memory)).toMatchObject({ access_count: 30 });
  });
});

describe('POST retrieval', () => {
  verifies(
    ['memories.retrieval.ok', 'memories.retrieval.counts', 'memories.updated-at.counters-keep'],
    async ({ service }) => {
      const memory = await service.store();
      const reply = await service.post(`${pathOf(service, memory)}/retrieval`);
      const expected = {
        ...memory,
        retrieval_count: 1,
        access_count: 0,
        last_accessed_at: null,
        updated_at: null,
      };
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(expected);
      expect(await detail(service, memory)).toMatchObject(expected);
    },
  );

  verifies(['memories.access.unknown-404', 'memories.retrieval.unknown-404'], async ({ service, other }) => {
    const theirs = await other.store();
    for (const action of ['access', 'retrieval'])
      for (const ref of [service.ref(theirs), unknownRef(service.form), 'nothing'])
        expect(await service.post(`/api/v1/memories/${ref}/${action}`)).toMatchObject({
          status: 404,
          body: { detail: expect.stringContaining(ref) },
        });
    expect(await detail(other, theirs)).toMatchObject({ access_count: 0, retrieval_count: 0 });
  });
});
