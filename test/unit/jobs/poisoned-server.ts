/** `npm start`, but with an embedder that ends the process at a text with the word poison. */
import { createLocalJobQueue } from '@memory/providers/job-queue/local';
import { startLocalService } from '@memory/service/node';
import { createWorkspace } from '@memory/core';
import { listWorkspaces, openDatabase, queryRows } from '@memory/db';
import { LOCAL_DEFAULTS, readConfig } from '@memory/service';
import { join } from 'node:path';
import { asProvider, wordEmbedder } from '../../jobs/pipeline/word-embedder.ts';

const words = wordEmbedder();
const queue = createLocalJobQueue();
const startedAt = Number(process.env['TEST_STARTED_AT']);
const database = await openDatabase({
  driver: 'pglite',
  dataDir: join(process.env['DATA_DIR'] ?? '', 'database'),
});
const { ATTEMPTS } = process.env;
if (ATTEMPTS) {
  // The process has ended once: as if it had ended as often as is said.
  const counted = await queryRows<{ before: number }>(database.db)`
    with counted as (select workspace_id, job, work, attempts from job_attempts where job = 'generateEmbedding'
        and work = (select id::text from memories where title = 'The poison'))
      update job_attempts a set attempts = ${ATTEMPTS}::int from counted
      where (a.workspace_id, a.job, a.work) = (counted.workspace_id, counted.job, counted.work) returning counted.attempts as before`;
  if (counted.length !== 1 || counted[0]?.before !== 1)
    throw new Error(`Attempts before: ${JSON.stringify(counted)}`);
}
const service = await startLocalService(readConfig({ ...LOCAL_DEFAULTS, ...process.env, PORT: '0' }), {
  database,
  operatorToken: 'operator',
  // Suspect work waits for minutes, which are tenths of a second here.
  clock: () => new Date(startedAt + (Date.now() - startedAt) * 1_000),
  queue: {
    ...queue,
    send: (name, messages) =>
      queue.send(
        name,
        messages.map(({ body }) => ({ body })),
      ),
  },
  embeddingProvider: asProvider({
    ...words,
    embed: (texts, kind) => {
      if (texts.some((text) => text.includes('poison'))) process.kill(process.pid, 'SIGKILL');
      return words.embed(texts, kind);
    },
  }),
});
const [known] = await listWorkspaces(service.services.db, { limit: 1, after: null });
const key = known
  ? ''
  : (await createWorkspace(service.services, { name: 'first', language: 'english' })).key;
console.log(JSON.stringify({ url: service.url, key }));
