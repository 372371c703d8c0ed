import { describe, expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { queryRows } from '@memory/db';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const rate = (service: TestWorkspace, memory: Memory, body: unknown) =>
  service.post(`/api/v1/memories/${service.ref(memory)}/feedback`, body);

const keptFeedback = (service: TestWorkspace, memory: Memory) =>
  queryRows<{ useful: boolean; context: string | null }>(service.services.db)`
    select useful, context from feedback where workspace_id = ${service.id}::uuid
      and memory_id = ${memory.id}::uuid order by created_at, id`;

describe('POST feedback', () => {
  verifies(
    [
      'feedback.created',
      'feedback.positive',
      'feedback.negative',
      'feedback.importance-kept',
      'feedback.shown-in-detail',
      'memories.updated-at.counters-keep',
    ],
    async ({ service }) => {
      const memory = await service.store({ importance_score: 0.4 });
      const counts = (positive: number, negative: number) => ({
        ...memory,
        feedback_positive_count: positive,
        feedback_negative_count: negative,
      });
      const first = await rate(service, memory, { useful: true });
      expect(first.status).toBe(201);
      expect(first.body).toEqual(counts(1, 0));
      expect((await rate(service, memory, { useful: false })).body).toEqual(counts(1, 1));
      expect((await rate(service, memory, { useful: true })).body).toEqual(counts(2, 1));
      const path = `/api/v1/memories/${service.ref(memory)}`;
      expect((await service.get(path)).body).toMatchObject(counts(2, 1));
    },
  );

  verifies('feedback.retract', async ({ service, other }) => {
    const memory = await service.store();
    for (const useful of [true, false, false]) await rate(service, memory, { useful });
    const path = `/api/v1/memories/${service.ref(memory)}/feedback`;
    const retract = async (useful: boolean) => {
      const reply = await service.delete(`/api/v1/memories/${service.ref(memory)}/feedback?useful=${useful}`);
      expect(reply.status, reply.text).toBe(200);
      return [reply.body.feedback_positive_count, reply.body.feedback_negative_count];
    };
    expect(await retract(false)).toEqual([1, 1]);
    expect(await retract(true)).toEqual([0, 1]);
    expect(await retract(true)).toEqual([0, 1]);
    expect(await keptFeedback(service, memory)).toMatchObject([{ useful: false }]);
    for (const query of ['', '?useful=yes']) expect((await service.delete(path + query)).status).toBe(422);
    expect((await other.delete(`${path}?useful=false`)).status).toBe(404);
  });

  verifies.formA(
    ['feedback.useful-required', 'feedback.useful-boolean', 'http.types.boolean-strict'],
    async ({ service }) => {
      const memory = await service.store();
      expect(await rate(service, memory, { context: 'Why' })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'useful'], msg: 'Field required', type: 'missing' }] },
      });
      for (const useful of ['true', 'false', 1, 0, null, [], {}])
        expect(await rate(service, memory, { useful })).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'useful'], type: 'bool_type' }] },
        });
      expect(await keptFeedback(service, memory)).toEqual([]);
    },
  );

  verifies.formA(['feedback.optional-null', 'feedback.context-stored'], async ({ service }) => {
    const memory = await service.store();
    const bodies = [
      { useful: true },
      { useful: true, context: null, session_id: null },
      { useful: false, context: 'Outdated since the move.' },
      { useful: true, context: '', session_id: 'no such session' },
    ];
    for (const body of bodies) expect((await rate(service, memory, body)).status).toBe(201);
    expect(await keptFeedback(service, memory)).toEqual([
      { useful: true, context: null },
      { useful: true, context: null },
      { useful: false, context: 'Outdated since the move.' },
      { useful: true, context: '' },
    ]);
    for (const wrong of [
      { context: 7 },
      { context: 'a\u0000b' },
      { context: 'x'.repeat(10_001) },
      { session_id: 7 },
    ])
      expect((await rate(service, memory, { useful: true, ...wrong })).status).toBe(422);
    expect(await keptFeedback(service, memory)).toHaveLength(4);
  });

  verifies('feedback.unknown-404', async ({ service, other }) => {
    const theirs = await other.store();
    for (const ref of [service.ref(theirs), unknownRef(service.form), 'nothing'])
      expect(await service.post(`/api/v1/memories/${ref}/feedback`, { useful: true })).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining(ref) },
      });
    expect(await keptFeedback(other, theirs)).toEqual([]);
    const path = `/api/v1/memories/${service.ref(theirs)}`;
    expect((await other.get(path)).body).toMatchObject({ feedback_positive_count: 0 });
  });
});
