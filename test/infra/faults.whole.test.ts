import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { queryRows, STATEMENT_LIMIT_MS, withStatementLimit } from '@memory/db';
import config from '../vitest.config.ts';
import { AwsError } from '../aws-stand-in/aws-error.ts';
import { TestWorkspace } from '../host/service.ts';
import { startStackHost, type StackHost } from '../host/stack-host.ts';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';
import { verifies } from '../support/verifies.ts';
import { idOf, synthesized } from './assembly.ts';

describe('the stack of dev in form B, whose services refuse, fall asleep or lose answers', () => {
  const STACK = 'workspace-memory-dev';

  let host: StackHost;
  let service: TestWorkspace;
  let folder: string;

  beforeAll(async () => {
    const directory = await withStatement('updateMemory', {
      Effect: 'Deny',
      Action: 'sqs:Send*',
      Resource: '*',
    });
    const settings = { MEMORY_ID_FORM: 'B', DATABASE_RESUME_TIMEOUT_MS: '2000' };
    host = await startStackHost({ directory, stackName: STACK, settings });
    service = await TestWorkspace.create(host);
  });
  afterAll(async () => {
    await host?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The assembly of `dev` with one more statement in the role of a function. */
  async function withStatement(functionName: string, statement: object): Promise<string> {
    const whole = inject('assembly');
    folder = await mkdtemp(join(tmpdir(), 'workspace-memory-stack-'));
    const file = `${STACK}.template.json`;
    for (const name of await readdir(whole))
      if (name !== file) await symlink(join(whole, name), join(folder, name));
    const { assembly, functions } = synthesized('dev');
    const { Role } = assembly.resource(idOf(functions, functionName)).Properties as {
      Role: { 'Fn::GetAtt': [string, string] };
    };
    const template = JSON.parse(readFileSync(join(whole, file), 'utf8')) as {
      Resources: Record<string, { Properties: { Policies: { PolicyDocument: { Statement: object[] } }[] } }>;
    };
    const [policy] = template.Resources[Role['Fn::GetAtt'][0]]?.Properties.Policies ?? [];
    policy?.PolicyDocument.Statement.push(statement);
    await writeFile(join(folder, file), JSON.stringify(template));
    return folder;
  }

  describe('an index of a large workspace', () => {
    /** From where a workspace gets an index, and as many as are stored: building an index of them all takes a minute here. */
    const MANY = 20_000;
    const STORED = 1_000;
    const MODEL = 'table/1/192';

    beforeAll(async () => {
      await seedManyMemories(service, { prefix: '5e3a0000-0000-7000-8000', count: STORED });
      await seedEmbeddings();
    });

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

      await host.services.db.execute(
        sql`delete from memory_embeddings where workspace_id = ${service.id}::uuid`,
      );
      await host.services.jobs.enqueue('maintainWorkspace', { workspaceId: service.id });
      await host.runJobs();
      expect(await ownIndexes()).toEqual([]);
      expect(await isUsed()).toBe(false);
    });

    test('where the Data API runs each statement in a transaction of its own, the index is built plainly', async () => {
      await seedEmbeddings();
      const wrapped =
        'ERROR: CREATE INDEX CONCURRENTLY cannot run inside a transaction block; SQLState: 25001';
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
  });

  interface Project {
    test: { name: string; include: string[]; setupFiles?: string[]; env?: Record<string, string> };
  }

  const projects = new Map(
    (config.test?.projects as Project[] | undefined)?.map(({ test }) => [test.name, test]),
  );

  verifies('aws.interface', () => {
    const local = projects.get('service');
    const stack = projects.get('stack');
    expect(local?.include).toEqual(expect.arrayContaining(stack?.include ?? []));
    expect(stack?.setupFiles).toEqual(local?.setupFiles);
    expect(stack?.env).toEqual({ ...local?.env, TEST_HOST: 'stack' });
    const files = globSync(stack?.include ?? []);
    expect(files.length).toBeGreaterThan(50);
    for (const file of files)
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/TEST_HOST|\bstack\b.*skip/u);
  });

  // `npm run smoke` goes through the stack in form A.
  verifies(
    'aws.interface',
    async () => {
      const memory = await service.store({ title: 'Queue backoff', narrative: 'Retries back off.' });
      const [other = ''] = await service.seedMemories(1);
      await service.runJobs();
      const ref = service.ref(memory);
      expect((await service.get(`/api/v1/memories/${ref}`)).body.title).toBe('Queue backoff');
      const edge = { source_id: ref, target_id: other, relationship_type: 'depends_on' };
      expect((await service.post('/api/v1/relationships', edge)).status).toBe(201);
      const found = await service.post('/api/v1/memories/search', { query: 'backoff' });
      expect(service.ref(found.body.results[0].memory)).toBe(ref);
      expect(host.denied).toEqual([]);
    },
    { title: 'a memory is kept, embedded, joined and found through the stack in form B' },
  );

  describe('a database that was paused', () => {
    let service: TestWorkspace;
    beforeAll(async () => {
      service = await TestWorkspace.create(host);
      await service.store(); // The function has started
    });

    const stored = async () => (await service.get('/api/v1/memories/?limit=500')).body as { title: string }[];
    const titled = async (title: string) =>
      (await stored()).filter((memory) => memory.title === title).length;

    verifies('aws.paused-database', async () => {
      host.aws.faults.resumeDatabase(3);
      const reply = await service.post('/api/v1/memories/store', { title: 'Woken', narrative: 'It waited.' });
      expect(reply.status).toBe(201);
      expect(await titled('Woken')).toBe(1);
    });

    verifies(
      'aws.paused-database',
      async () => {
        host.aws.faults.resumeDatabase(1_000);
        const reply = await service.post('/api/v1/memories/store', {
          title: 'Too early',
          narrative: 'It gave up.',
        });
        expect(reply).toMatchObject({ status: 503, body: { detail: expect.any(String) } });
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
        host.aws.faults.clear();
        expect(await titled('Too early')).toBe(0);
      },
      { title: 'a database that does not wake up in time is 503 with Retry-After, and nothing is written' },
    );

    verifies(
      'aws.paused-database',
      async () => {
        const body = { title: 'Lost answer', narrative: 'It was written.' };
        // Authentication is the first statement, the memory the second.
        const pass = Promise.resolve();
        host.aws.faults.wait('rds-data', pass, { operation: 'ExecuteStatement' });
        host.aws.faults.loseResponse('rds-data', { operation: 'ExecuteStatement' });
        expect((await service.post('/api/v1/memories/store', body)).status).toBe(503);
        expect(await titled('Lost answer')).toBe(1);
      },
      { title: 'a write whose answer was lost is not sent again by the service' },
    );

    verifies(
      'aws.paused-database',
      async () => {
        const body = { title: 'After a rest', narrative: 'The connection was gone.' };
        // As the first statement finds it when the function was frozen for a while.
        host.aws.faults.loseResponse('rds-data', { operation: 'ExecuteStatement' });
        expect((await service.post('/api/v1/memories/store', body)).status).toBe(201);
        expect(await titled('After a rest')).toBe(1);
      },
      { title: 'a connection that broke between two requests is not noticed' },
    );

    verifies(
      'aws.paused-database',
      async () => {
        const body = { title: 'Once', narrative: 'However often it is sent.' };
        const headers = { 'idempotency-key': 'once' };
        host.aws.faults.loseResponse('rds-data', { operation: 'CommitTransaction' });
        expect((await service.post('/api/v1/memories/store', body, { headers })).status).toBe(503);
        expect((await service.post('/api/v1/memories/store', body, { headers })).status).toBe(201);
        expect(await titled('Once')).toBe(1);
      },
      { title: 'a caller who repeats with the same Idempotency-Key after a lost commit finds one memory' },
    );
  });

  verifies(
    'aws.least-privilege',
    async () => {
      const { aws, resolver, assembly } = host;
      const { functions } = synthesized('dev');
      /** With the credentials that a function has. */
      const as = (name: string) => ({
        ...aws.clientConfig,
        credentials: {
          accessKeyId: `${aws.clientConfig.credentials.accessKeyId}-${resolver.text({ Ref: idOf(functions, name) })}`,
          secretAccessKey: 'stand-in-secret',
        },
      });
      const QueueUrl = aws.sqs.queueUrl(`${STACK}-jobs`);
      const Bucket = resolver.text({ Ref: assembly.ofType('AWS::S3::Bucket')[0]?.[0] });
      const [[cluster] = ['']] = assembly.ofType('AWS::RDS::DBCluster');
      const asOwner = {
        resourceArn: `arn:aws:rds:eu-central-1:123456789012:cluster:${resolver.text({ Ref: cluster })}`,
        secretArn: resolver.text({ 'Fn::GetAtt': [cluster, 'MasterUserSecret.SecretArn'] }),
        database: 'memory',
        sql: 'select 1',
      };
      const message = new SendMessageCommand({ QueueUrl, MessageBody: '{}' });
      const asked: [action: string, ask: () => Promise<unknown>][] = [
        ['sqs:SendMessage', () => new SQSClient(as('getMemory')).send(message)],
        [
          's3:GetObject',
          () =>
            new S3Client({ ...as('createUpload'), forcePathStyle: true }).send(
              new GetObjectCommand({ Bucket, Key: 'uploads/a' }),
            ),
        ],
        [
          'bedrock:InvokeModel',
          () =>
            new BedrockRuntimeClient({ ...as('searchMemories'), requestHandler: new NodeHttpHandler() }).send(
              new InvokeModelCommand({ modelId: 'amazon.titan-embed-text-v2:0', body: '{}' }),
            ),
        ],
        // The statement itself is allowed; that the owner says it is not.
        [
          'rds-data:ExecuteStatement',
          () => new RDSDataClient(as('getMemory')).send(new ExecuteStatementCommand(asOwner)),
        ],
      ];
      for (const [action, ask] of asked)
        await expect(ask(), action).rejects.toThrow(/is not authorized to perform|AccessDenied|Forbidden/u);
      expect(host.denied.map(({ action }) => action).toSorted()).toEqual(
        asked.map(([action]) => action).toSorted(),
      );

      // A statement that denies takes back the rights of a role.
      const memory = await service.store({ title: 'Announced' });
      await host.runJobs();
      await service
        .patch(`/api/v1/memories/${service.ref(memory)}`, { title: 'Not announced' })
        .catch(() => undefined);
      expect(host.denied.at(-1)).toMatchObject({ action: 'sqs:SendMessage' });
      expect(aws.sqs.messages(`${STACK}-jobs`)).toEqual([]);
    },
    { title: 'what a role does not allow, or denies, is refused' },
  );
});
