import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperation } from '@memory/service';
import { queryRows } from '@memory/db';
import { startLocalHost } from '../host/local-host.ts';
import { emptyPglite } from '../host/migrated-pglite.ts';
import { TestWorkspace } from '../host/service.ts';
import type { TestHost } from '../host/test-host.ts';
import { verifiesWith } from '../support/verifies.ts';
import { EmbedderError } from '@memory/providers/embedder';
import { openPipeline } from './pipeline/pipeline.ts';
import { readState } from './pipeline/pipeline-state.ts';
import { asProvider, wordEmbedder } from './pipeline/word-embedder.ts';

type Mood = 'well' | 'down' | 'slow' | 'throttling' | 'wrong dimensions' | 'picky' | 'locked';

let mood: Mood = 'well';
/** Calls until a throttling provider is well again. */
let throttledLeft = Infinity;
let provider: Server;
let host: TestHost;

const embedder = wordEmbedder();

const NARRATIVE = 'The queue retries a failed message five times and then gives it up as a dead letter.';

/** An OpenAI-compatible model, in whatever mood a test wants it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (mood === 'slow') return;
  if (mood === 'throttling' && (throttledLeft -= 1) < 0) mood = 'well';
  if (mood === 'down' || mood === 'throttling') {
    response.writeHead(mood === 'down' ? 503 : 429).end('{}');
    return;
  }
  const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
  if (mood === 'locked' || (mood === 'picky' && input.some((text) => text.includes('unspeakable')))) {
    response.writeHead(mood === 'locked' ? 401 : 400).end('{"error":"Not this."}');
    return;
  }
  const vectors = await embedder.embed(input, 'document');
  const data = vectors.map((vector) => ({
    embedding: mood === 'wrong dimensions' ? [...vector, 0.5] : [...vector],
  }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
}

beforeAll(async () => {
  provider = createServer((request, response) => {
    void answer(request, response);
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const settings = {
    EMBEDDER: 'openai',
    EMBEDDER_MODEL: 'words',
    EMBEDDER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    EMBEDDER_DIMENSIONS: String(embedder.dimensions),
    EMBEDDER_QUERY_TIMEOUT_MS: '100',
  };
  host = await startLocalHost(settings, { database: await emptyPglite() });
});

afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await host.close();
});

const verifies = verifiesWith(
  test.extend<{ service: TestWorkspace }>({
    service: async ({ task: _task }, use) => {
      mood = 'well';
      throttledLeft = Infinity;
      await use(await TestWorkspace.create(host));
    },
  }),
);

const jobsReport = () => runOperation(host.services, 'showJobs', {});

const embeddingQueue = async () =>
  (await jobsReport()).queues.find(({ queue }) => queue === 'generateEmbedding');

/** The model is in trouble while a memory is stored: the memory waits, and is complete once its dead letter is sent again. */
const survives =
  (trouble: Mood) =>
  async ({ service }: { service: TestWorkspace }): Promise<void> => {
    const before = await service.store({ title: 'Before', narrative: NARRATIVE });
    await service.runJobs();
    mood = trouble;
    const failures = (await embeddingQueue())?.failures ?? 0;
    await service.store({ title: 'During', narrative: NARRATIVE });
    await service.runJobs();
    const queue = await embeddingQueue();
    expect(queue).toMatchObject({ visible: 0, inFlight: 0, delayed: 0, deadLetters: 1 });
    expect(queue?.failures).toBe(failures + 5);
    const { pending } = await jobsReport();
    expect(pending.embedding).toBe(1);
    expect(pending.oldest).not.toBeNull();
    const found = await service.post('/api/v1/memories/search', { query: `retries ${trouble}` });
    expect(found).toMatchObject({ status: 200, body: { count: 2, degraded: true } });
    mood = 'well';
    expect(await runOperation(host.services, 'redriveJobs', { queue: null })).toEqual({
      redriven: { generateEmbedding: 1 },
    });
    await service.runJobs();
    const { memories, edges } = await readState(host.services.db, service.id);
    expect(
      memories.every(({ embedded, discovered, vectors }) => embedded && discovered && vectors === 1),
    ).toBe(true);
    expect(edges).toContain('During similar_to Before by embedding_similarity');
    expect((await jobsReport()).pending).toMatchObject({ embedding: 0, discovery: 0, oldest: null });
    expect((await service.get(`/api/v1/memories/${service.ref(before)}`)).status).toBe(200);
  };

verifies(
  ['embeddings.provider-down', 'jobs.dead-letter', 'jobs.admin.depth', 'jobs.admin.redrive'],
  survives('down'),
  { title: 'a provider that is down' },
);

verifies('embeddings.throttled', async ({ service }) => {
  const queueBefore = await embeddingQueue();
  throttledLeft = 20;
  mood = 'throttling';
  await service.seedMemories(12);
  await service.runJobs();
  expect(mood).toBe('well');
  const { memories } = await readState(host.services.db, service.id);
  expect(memories.filter(({ embedded, discovered }) => embedded && discovered)).toHaveLength(12);
  const queue = await embeddingQueue();
  expect(queue).toMatchObject({ visible: 0, delayed: 0, deadLetters: queueBefore?.deadLetters });
  expect(queue?.failures).toBe(queueBefore?.failures);
});

verifies('embeddings.throttled', survives('throttling'), {
  title: 'a provider that throttles for more than a day is seen as a dead letter',
});

verifies('embeddings.wrong-dimensions', survives('wrong dimensions'));

verifies(
  'embeddings.provider-down',
  async ({ service }) => {
    await service.store({ title: 'Retries', narrative: 'The queue retries messages.' });
    await service.runJobs();
    mood = 'slow';
    const slow = await service.post('/api/v1/memories/search', { query: 'queue messages' });
    expect(slow.body).toMatchObject({ count: 1, degraded: true, degradation_reason: 'embed_timeout' });
    mood = 'well';
    const well = await service.post('/api/v1/memories/search', { query: 'queue messages' });
    expect(well.body).toMatchObject({ count: 1, degraded: false, degradation_reason: null });
  },
  { title: 'a slow provider degrades a search, and the next one is whole again' },
);

/** An hour later the sweep looks for what was lost. */
async function sweep(service: TestWorkspace): Promise<void> {
  await queryRows(host.services.db)`
    update memories set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
      where workspace_id = ${service.id}::uuid`;
  await host.services.jobs.enqueue('sweepWorkspaces', {});
  await service.runJobs();
}

const stateOf = async (service: TestWorkspace, title: string) =>
  (await readState(host.services.db, service.id)).memories.find((memory) => memory.title === title);

verifies(
  ['embeddings.refused', 'jobs.admin.depth', 'jobs.admin.redrive'],
  async ({ service }) => {
    mood = 'picky';
    const before = await embeddingQueue();
    const bad = await service.store({ title: 'Bad', narrative: 'An unspeakable word.' });
    await service.seedMemories(2);
    await service.runJobs();
    await sweep(service);
    await sweep(service);
    const after = await embeddingQueue();
    expect(after?.deadLetters).toBe(before?.deadLetters);
    expect(after?.failures).toBe(before?.failures);
    const { pending } = await jobsReport();
    expect(pending).toMatchObject({ embedding: 0, discovery: 0, oldest: null });
    const refusal = { workspace_id: service.id, memory_id: bad.id, model: expect.stringContaining('words') };
    expect(pending.refused).toEqual({
      count: 1,
      latest: [{ ...refusal, reason: expect.stringContaining('Not this.'), at: expect.any(String) }],
    });
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: false, vectors: 0 });
    expect(await stateOf(service, 'Memory 1')).toMatchObject({ embedded: true, discovered: true });

    const redrive = { redriven: { generateEmbedding: 1 } };
    expect(await runOperation(host.services, 'redriveJobs', { queue: null })).toEqual(redrive);
    await service.runJobs();
    expect((await jobsReport()).pending.refused.count).toBe(1);
    mood = 'well';
    await sweep(service);
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: false });
    expect(await runOperation(host.services, 'redriveJobs', { queue: null })).toEqual(redrive);
    await service.runJobs();
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: true, discovered: true, vectors: 1 });
    expect((await jobsReport()).pending.refused).toEqual({ count: 0, latest: [] });
  },
  { title: 'no dead letters, told to the operator, tried again on redrive' },
);

verifies(
  'embeddings.refused',
  async ({ service }) => {
    mood = 'picky';
    const bad = await service.store({ title: 'Bad', narrative: 'An unspeakable word.' });
    await service.runJobs();
    expect((await jobsReport()).pending.refused.count).toBe(1);
    await service.patch(`/api/v1/memories/${service.ref(bad)}`, { narrative: 'A better word.' });
    await service.runJobs();
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: true, vectors: 1 });
    expect((await jobsReport()).pending.refused.count).toBe(0);
  },
  { title: 'a changed content is tried again' },
);

verifies(
  'embeddings.refused',
  async ({ service }) => {
    mood = 'picky';
    await service.store({ title: 'Bad', narrative: 'An unspeakable word.' });
    await service.seedMemories(1);
    await service.runJobs();
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: false });
    const other = await openPipeline({
      db: host.services.db,
      workspaceId: service.id,
      provider: asProvider({ ...wordEmbedder(), model: 'another/model' }),
    });
    await other.resume();
    // Searches use the other model now; the next sweep finds what it had no embedding of.
    await other.resume();
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: true, discovered: true, vectors: 1 });
  },
  { title: 'another model tries again' },
);

verifies(
  'embeddings.refused',
  async ({ service }) => {
    mood = 'locked';
    await service.store({ title: 'Good', narrative: 'Any word.' });
    await service.runJobs();
    expect((await jobsReport()).pending).toMatchObject({ embedding: 1, refused: { count: 0 } });
    expect((await embeddingQueue())?.deadLetters).toBe(1);
    mood = 'well';
    await runOperation(host.services, 'redriveJobs', { queue: null });
    await service.runJobs();
    expect(await stateOf(service, 'Good')).toMatchObject({ embedded: true, vectors: 1 });
  },
  { title: 'a model that refuses whatever it is asked refuses no content' },
);

verifies(
  'embeddings.refused',
  async ({ service }) => {
    await service.store({ title: 'Bad', narrative: 'An unspeakable word.' });
    await service.seedMemories(2);
    await service.runJobs();
    const picky = wordEmbedder();
    const other = await openPipeline({
      db: host.services.db,
      workspaceId: service.id,
      provider: asProvider({
        ...picky,
        model: 'picky/model',
        embed: (texts, kind) =>
          texts.some((text) => text.includes('unspeakable'))
            ? Promise.reject(new EmbedderError('refused', 'Not this.'))
            : picky.embed(texts, kind),
      }),
    });
    await other.resume();
    expect((await service.workspace()).embeddingModel).toBe('picky/model');
    expect(await stateOf(service, 'Bad')).toMatchObject({ embedded: false, vectors: 0 });
    expect(await stateOf(service, 'Memory 1')).toMatchObject({ embedded: true, vectors: 1 });
    const { reembeddings, pending } = await jobsReport();
    expect(reembeddings).toEqual([]);
    expect(pending.refused.latest).toMatchObject([{ workspace_id: service.id, model: 'picky/model' }]);
  },
  { title: 'a re-embedding passes it by' },
);
