import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryRows, STATEMENT_LIMIT_MS, withStatementLimit } from '@memory/db';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';
import { TestWorkspace } from '../host/service.ts';
import { AwsError } from '../aws-stand-in/aws-error.ts';
import { startSynthesizedStack } from '../host/stack/shared-stack.ts';
import type { StackHost } from '../host/stack-host.ts';

/** From where a workspace gets an index, and as many as are stored: building an index of them all takes a minute here. */
const MANY = 20_000;
const STORED = 1_000;
const MODEL = 'table/1/192';

let host: StackHost;
let service: TestWorkspace;

beforeAll(async () => {
  host = await startSynthesizedStack();
  service = await TestWorkspace.create(host);
  await seedManyMemories(service, { prefix: '5e3a0000-0000-7000-8000', count: STORED });
  await seedEmbeddings();
});
afterAll(() => host.close());

async function seedEmbeddings(): Promise<void> {
  const { db } = host.services;
  // More than a request may take, where the machine has other work.
  await withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () =>
    db.execute(sql`insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
    select workspace_id, id, ${MODEL}::text, 'seeded',
      (array_fill(0, array[number % 180]) || array[3, 4] || array_fill(0, array[190 - number % 180]))::vector
    from (select *, row_number() over ()::int number from memories where workspace_id = ${service.id}::uuid) m`),
  );
  await db.execute(sql`update workspace_statistics
    set memories = ${MANY}::int, model = ${MODEL}::text, refreshed_at = now()
    where workspace_id = ${service.id}::uuid`);
}

/** Counts as many embeddings as a large workspace has, the next `times`. */
const countMany = (times: number) =>
  host.aws.faults.alter('rds-data', (body) => body.replace('count(*)', `${MANY - STORED} + count(*)`), {
    times,
    body: /count\(\*\)[^;]*from memory_embeddings/u,
  });

/** Definitions of the indexes that workspaces have of their own. */
const ownIndexes = () =>
  queryRows<{ definition: string }>(host.services.db)`
    select pg_get_indexdef(indexrelid) definition from pg_index join pg_class c on c.oid = indexrelid
      where indisvalid and indrelid = 'memory_embeddings'::regclass and c.relname like 'embeddings\\_%'`;
const isUsed = async () => (await service.workspace()).hasSemanticIndex;

test('a large workspace gets its index from the owner, though building takes longer than a call may', async () => {
  countMany(2);
  host.aws.faults.timeOutStatement({ body: /create index/u });
  await host.services.jobs.enqueue('sweepWorkspaces', {});
  await host.runJobs();
  expect(await ownIndexes()).toEqual([{ definition: expect.stringContaining('halfvec(192)') }]);
  expect(await isUsed()).toBe(false);

  await host.services.jobs.enqueue('sweepWorkspaces', {});
  await host.runJobs();
  expect(await isUsed()).toBe(true);

  await host.services.db.execute(sql`delete from memory_embeddings where workspace_id = ${service.id}::uuid`);
  await host.services.jobs.enqueue('maintainWorkspace', { workspaceId: service.id });
  await host.runJobs();
  expect(await ownIndexes()).toEqual([]);
  expect(await isUsed()).toBe(false);
});

test('where the Data API runs each statement in a transaction of its own, the index is built plainly', async () => {
  await seedEmbeddings();
  const wrapped = 'ERROR: CREATE INDEX CONCURRENTLY cannot run inside a transaction block; SQLState: 25001';
  host.aws.faults.refuse('rds-data', new AwsError('DatabaseErrorException', 400, wrapped), {
    body: /create index concurrently/u,
  });
  countMany(1);
  const sent = host.aws.calls.length;
  await host.services.jobs.enqueue('maintainWorkspace', { workspaceId: service.id });
  await host.runJobs();
  expect(await ownIndexes()).toEqual([{ definition: expect.stringContaining('halfvec(192)') }]);
  expect(
    host.aws.calls.slice(sent).filter(({ service: name }) => name === 'rds-data').length,
  ).toBeGreaterThan(1);
  host.aws.faults.clear();
});

test('the role that serves requests could not', async () => {
  const { assembly, resolver, aws } = host;
  const [application] = assembly
    .ofType('AWS::SecretsManager::Secret')
    .map(([id]) => resolver.text({ Ref: id }))
    .filter((arn) => arn.includes('/database-application'));
  const [[cluster] = ['']] = assembly.ofType('AWS::RDS::DBCluster');
  const refused = new RDSDataClient(aws.clientConfig).send(
    new ExecuteStatementCommand({
      resourceArn: `arn:aws:rds:eu-central-1:123456789012:cluster:${resolver.text({ Ref: cluster })}`,
      secretArn: application,
      sql: 'create index embeddings_x on memory_embeddings (model)',
    }),
  );
  await expect(refused).rejects.toThrow(/must be owner of table memory_embeddings; SQLState: 42501/u);
});
