import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { queryRows } from '@memory/db';
import { handler as sweepWorkspaces } from '../../functions/jobs/sweep-workspaces.ts';
import { testWithService, type TestWorkspace } from '../support/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './deliver.ts';

const verifies = verifiesWith(testWithService);

verifies(
  'embeddings.models-apart',
  async ({ service }) => {
    for (let number = 1; number <= 20; number += 1) await service.store(note(number));
    await service.runJobs();
    const { model, models, memories } = await modelsOf(service);
    expect(model).toMatch(/^lexical-512\/[1-9]/u);
    expect(models).toEqual([{ model, count: 20 }]);
    expect(memories).toBe(20);
  },
  { title: 'sixteen memories train the lexical embedder, and none keeps a vector of the untrained one' },
);

verifies('jobs.sweep.lost-message', async ({ service }) => {
  const { id } = await service.store(note(1));
  // Stored long ago, and its message never arrived.
  await queryRows(
    service.services.db,
    sql`update memories set created_at = now() - interval '1 hour', content_hash = null, discovered_digest = null
      where workspace_id = ${service.id}::uuid and id = ${id}::uuid`,
  );
  await sweepWorkspaces(deliver({}), service);
  await service.runJobs();
  const { body } = await service.get(`/api/v1/memories/${service.ref({ id, memory_id: '' })}`);
  expect(body).toBeDefined();
});

const note = (number: number) => ({
  title: `Note ${number} about ${['retries', 'queues', 'caches', 'locks'][number % 4]}`,
  narrative: `Worker ${number} waits for its turn and writes what it found to the ${['log', 'table', 'file'][number % 3]}.`,
});

async function modelsOf({ services, id }: TestWorkspace) {
  const [row] = await queryRows<{ body: string }>(
    services.db,
    sql`select json_build_object('model', s.model, 'memories', s.memories, 'next', s.next_model, 'models', (
        select json_agg(json_build_object('model', model, 'count', count)) from (
          select model, count(*) count from memory_embeddings where workspace_id = ${id}::uuid group by model) m))::text body
      from workspace_statistics s where s.workspace_id = ${id}::uuid`,
  );
  return JSON.parse(row?.body ?? '{}') as {
    model: string;
    memories: number;
    next: string | null;
    models: { model: string; count: number }[];
  };
}
