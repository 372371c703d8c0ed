/** `npm start`, but with an embedder that ends the process at a text with the word poison. */
import { createLocalJobQueue } from '@memory/providers/job-queue/local';
import { startLocalService } from '@memory/service/node';
import { createWorkspace } from '@memory/core';
import { listWorkspaces } from '@memory/db';
import { LOCAL_DEFAULTS, readConfig } from '@memory/service';
import { asProvider, wordEmbedder } from '../../jobs/pipeline/word-embedder.ts';

const words = wordEmbedder();
const queue = createLocalJobQueue();
const startedAt = Number(process.env['TEST_STARTED_AT']);
const service = await startLocalService(readConfig({ ...LOCAL_DEFAULTS, ...process.env, PORT: '0' }), {
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
