import { describe, expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { STATEMENT_LIMIT_MS, withStatementLimit } from '@memory/db';
import { openDataApi } from '../../../packages/db/src/drivers/data-api.ts';
import { pgliteEngine } from '../../aws-stand-in/rds-data/pglite-engine.ts';
import { startAwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { engineOf } from '../../host/engine-of.ts';

const verifies = verifiesWith(testWithService);

/** The largest memory that may be written: 100,000 characters of four bytes, and lists of 32 KiB. */
const LARGEST = {
  title: '😀'.repeat(500),
  narrative: '🦭'.repeat(100_000),
  tags: Array.from({ length: 60 }, (_, number) => `${number}`.padStart(255, 't')),
  source_files: Array.from({ length: 17 }, (_, number) => `${number}`.padStart(1_024, 'f')),
};

/** Texts that grow when they travel: every character is escaped, once by us and once by the Data API. */
const ESCAPED = { title: '"'.repeat(500), narrative: '\u0001"\\\n'.repeat(25_000) };

/** The same database through the Data API, with its limits of 64 KB a row and 1 MiB a result. */
async function throughDataApi(service: TestWorkspace) {
  const standIn = await startAwsStandIn({ rdsData: { engine: pgliteEngine(engineOf(service.services.db)) } });
  const { db } = openDataApi({
    resourceArn: 'arn:cluster',
    secretArn: 'arn:secret',
    database: 'memory',
    resumeTimeoutMs: 60_000,
    client: standIn.clientConfig,
  });
  const variant = await serveVariant(service, { db });
  return {
    service: variant.service,
    [Symbol.asyncDispose]: async () => {
      await variant[Symbol.asyncDispose]();
      await standIn.close();
    },
  };
}

async function expectReadable(service: TestWorkspace, fields: object) {
  const stored = await service.post('/api/v1/memories/store', { title: 'Before', narrative: 'n' });
  const path = `/api/v1/memories/${service.ref(stored.body)}`;
  const replies = [
    await service.post('/api/v1/memories/store', fields),
    await service.patch(path, fields),
    await service.get(path),
    await service.post(`${path}/access`),
    await service.post(`${path}/retrieval`),
    await service.post(`${path}/feedback`, { useful: true }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 201]);
  for (const { body } of replies)
    for (const [name, value] of Object.entries(fields))
      expect(JSON.stringify(body[name]) === JSON.stringify(value), name).toBe(true);
}

describe('the largest memories', () => {
  verifies('memories.limits.readable', async ({ service }) => {
    await expectReadable(service, LARGEST);
    await expectReadable(service, ESCAPED);
  });

  verifies(
    'memories.limits.readable',
    async ({ service }) => {
      await using dataApi = await throughDataApi(service);
      await expectReadable(dataApi.service, LARGEST);
      await expectReadable(dataApi.service, ESCAPED);
    },
    { title: 'through the Data API', timeoutMs: 60_000 },
  );

  verifies(
    'memories.limits.list-readable',
    async ({ service }) => {
      await using dataApi = await throughDataApi(service);
      const stored: string[] = [];
      for (let number = 0; number < 5; number += 1)
        stored.push(
          service.ref(
            await service.store({ ...LARGEST, title: `walrus ${number}`, importance_score: number / 20 }),
          ),
        );
      const largestFirst = stored.toReversed();
      for (const target of [service, dataApi.service]) {
        const listed = (await target.get('/api/v1/memories')).body as Memory[];
        expect(listed.map((memory) => service.ref(memory))).toEqual(largestFirst);
        expect(listed.every(({ narrative }) => narrative === LARGEST.narrative)).toBe(true);
        const search = await target.post('/api/v1/memories/search', { query: 'walrus', use_semantic: false });
        expect(search).toMatchObject({ status: 200, body: { count: 5 } });
        const found = search.body.results as { memory: typeof LARGEST }[];
        expect(found.every(({ memory }) => memory.narrative === LARGEST.narrative)).toBe(true);
      }
    },
    { timeoutMs: 90_000 },
  );

  verifies.whole(
    'memories.limits.list-readable',
    async ({ service }) => {
      const [first] = await service.seedMemories(1);
      await service.patch(`/api/v1/memories/${first}`, { narrative: LARGEST.narrative });
      await copyMemories(service, COPIES - 1);
      const reply = await service.get('/api/v1/memories?limit=500');
      expect(reply.status).toBe(200);
      expect(reply.body).toHaveLength(COPIES);
      expect(
        (reply.body as (typeof LARGEST)[]).every(({ narrative }) => narrative === LARGEST.narrative),
      ).toBe(true);
    },
    { title: 'many of them in one answer, each read from the database once', timeoutMs: 120_000 },
  );
});

/** Each is 400 kB. */
const COPIES = 100;

/** Copies the one memory of the workspace, which is quicker than to store it a hundred times. */
async function copyMemories(service: TestWorkspace, count: number): Promise<void> {
  await withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () =>
    engineOf(service.services.db).query(
      `with copy as (
      insert into memories (workspace_id, id, memory_id, title, narrative, content_digest, created_at, search_text, term_count)
      select workspace_id, gen_random_uuid(), memory_id || n, title, narrative, content_digest, created_at, search_text, term_count
      from memories, generate_series(1, $2::int) n where workspace_id = $1 returning workspace_id, id)
    insert into memory_counters (workspace_id, memory_id) select workspace_id, id from copy`,
      [service.id, count],
    ),
  );
}

testWithService(
  'an answer that the platform cannot carry says so, and how to ask for less',
  async ({ service }) => {
    const narrative = `bird ${'x'.repeat(90_000)}`;
    for (const title of ['heron', 'walrus']) await service.store({ title, narrative });
    const session = freshSessionId();
    await service.post('/api/v1/sessions/start', { session_id: session });
    const observations = Array.from({ length: 20 }, () => ({ content: 'x'.repeat(10_000) }));
    await service.post(`/api/v1/sessions/${session}/observations`, { observations });
    await using variant = await serveVariant(service, { replyBytesMax: 120_000 });
    const headers = { 'accept-encoding': 'identity' };
    const ask = {
      list: (limit: number, offset = 0) =>
        variant.service.get(`/api/v1/memories?limit=${limit}&offset=${offset}`, { headers }),
      search: (limit: number, offset = 0) =>
        variant.service.post('/api/v1/memories/search', { query: 'bird', limit, offset }, { headers }),
      observations: (limit: number, offset = 0) =>
        variant.service.get(
          `/api/v1/sessions/${session}/observations?limit=${limit * 10}&offset=${offset * 10}`,
          { headers },
        ),
    };
    for (const [name, call] of Object.entries(ask)) {
      const refused = await call(2);
      expect(refused.status, name).toBe(413);
      expect(refused.body).toEqual({ detail: expect.stringMatching(/120000 bytes.*smaller limit/u) });
      // An answer asked for in smaller steps is complete.
      for (const offset of [0, 1]) expect((await call(1, offset)).status, name).toBe(200);
    }
  },
);
