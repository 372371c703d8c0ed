import { expect } from 'vitest';
import { storeMemory } from '@memory/core';
import { StoreMemoryBody } from '@memory/contracts';
import { testWithOwnDatabase, TestWorkspace } from '../host/service.ts';
import { portion } from '../support/portion.ts';
import { verifiesWith } from '../support/verifies.ts';
import { crashAt, type Crash } from './pipeline/crash.ts';
import { openPipeline } from './pipeline/pipeline.ts';
import { readState } from './pipeline/pipeline-state.ts';
import { asProvider, wordEmbedder } from './pipeline/word-embedder.ts';

const verifies = verifiesWith(testWithOwnDatabase);

const NEVER = Number.MAX_SAFE_INTEGER;

/** Near-duplicates of one file and one concept: three edges, which no order of events may change. */
const INPUTS = ['Older', 'Younger'].map((title) =>
  StoreMemoryBody.parse({
    title,
    narrative: 'The queue retries a failed message five times and then gives it up as a dead letter.',
    source_files: ['src/queue.ts'],
    concepts: ['retries'],
  }),
);

/** Stores two memories and does their jobs in a process that dies on the way, then in one that does not. */
async function live(service: TestWorkspace, crash: Crash) {
  const provider = asProvider(wordEmbedder());
  const { db } = service.services;
  const dying = await openPipeline({
    db,
    workspaceId: service.id,
    provider,
    wrap: (services) => crash.wrap(services),
  });
  const workspace = await service.workspace();
  const acknowledged: string[] = [];
  for (const input of INPUTS)
    await storeMemory(dying.services, workspace, input).then(
      ({ memory }) => acknowledged.push(memory.title),
      () => undefined,
    );
  await dying.drain();
  await (await openPipeline({ db, workspaceId: service.id, provider })).resume();
  return { acknowledged, state: await readState(db, service.id) };
}

for (const moment of ['before', 'after'] as const)
  verifies(
    ['jobs.crash.exactly-once', 'jobs.sweep.lost-message'],
    async ({ service, host }) => {
      const undisturbed = crashAt(NEVER, moment);
      const { state: expected } = await live(service, undisturbed);
      expect(expected.edges).toEqual([
        'Younger related_to Older by concept_overlap',
        'Younger related_to Older by file_overlap',
        'Younger similar_to Older by embedding_similarity',
      ]);
      expect(undisturbed.calls()).toBeGreaterThan(10);
      for (let place = 1; place <= undisturbed.calls(); place += portion(1, 3)) {
        const own = await TestWorkspace.create(host);
        const { acknowledged, state } = await live(own, crashAt(place, moment));
        const stored = state.memories.map(({ title }) => title);
        expect(stored, `killed ${moment} call ${place}`).toEqual(expect.arrayContaining(acknowledged));
        expect(state, `killed ${moment} call ${place}`).toMatchObject({
          memories: stored.map((title) => ({ title, embedded: true, discovered: true, vectors: 1 })),
          edges: stored.length === INPUTS.length ? expected.edges : [],
        });
      }
    },
    { title: `killed ${moment} any call of database, queue or provider`, timeoutMs: 300_000 },
  );
