import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import type {
  ExecuteStatementCommandInput,
  ExecuteStatementCommandOutput,
  SqlParameter,
} from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';
import type { AwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';
import { sqlEngines } from './sql-engines.ts';

const TARGET = { resourceArn: 'arn:cluster', secretArn: 'arn:secret' };

describe.each(sqlEngines)('the RDS Data API on $name', ({ open }) => {
  let standIn: AwsStandIn;
  let client: RDSDataClient;
  let close: () => Promise<void>;
  let now = 0;

  const execute = (
    sql: string,
    parameters: SqlParameter[] = [],
    input: Partial<ExecuteStatementCommandInput> = {},
  ): Promise<ExecuteStatementCommandOutput> =>
    client.send(new ExecuteStatementCommand({ ...TARGET, sql, parameters, ...input }));
  const begin = async (): Promise<string | undefined> =>
    (await client.send(new BeginTransactionCommand(TARGET))).transactionId;
  const commit = (transactionId: string | undefined) =>
    client.send(new CommitTransactionCommand({ ...TARGET, transactionId }));
  const count = async (): Promise<number | undefined> =>
    (await execute('select count(*) from things')).records?.[0]?.[0]?.longValue;

  beforeAll(async () => {
    const opened = await open('standin_rds');
    close = opened.close;
    standIn = await startAwsStandIn({ rdsData: { engine: opened.engine, ...TARGET }, now: () => now });
    client = new RDSDataClient(standIn.clientConfig);
    await execute('create table things (id int primary key, name text)');
    await execute(`create type mood as enum ('good', 'bad')`);
  });
  beforeEach(() => execute('delete from things'));
  afterAll(async () => {
    await standIn?.close();
    await close?.();
  });

  describe('results', () => {
    it.each([
      ['true', { booleanValue: true }],
      ['1::int2', { longValue: 1 }],
      ['9007199254740991::int8', { longValue: 9_007_199_254_740_991 }],
      ['1.5::float4', { doubleValue: 1.5 }],
      [`'NaN'::float8`, { doubleValue: Number.NaN }],
      ['1.50::numeric', { stringValue: '1.50' }],
      [`'a'`, { stringValue: 'a' }],
      [`'good'::mood`, { stringValue: 'good' }],
      [`'{"a":1}'::jsonb`, { stringValue: '{"a": 1}' }],
      [`'\\x01ff'::bytea`, { blobValue: Uint8Array.from([1, 255]) }],
      [`date '2026-01-02'`, { stringValue: '2026-01-02' }],
      [`timestamptz '2026-01-01 00:00:00.5+01'`, { stringValue: '2025-12-31 23:00:00.5' }],
      [`'[1,2]'::vector`, { stringValue: '[1,2]' }],
      ['null::int', { isNull: true }],
      [`array['a', 'b,"c"']`, { arrayValue: { stringValues: ['a', 'b,"c"'] } }],
      [`array[]::text[]`, { arrayValue: { stringValues: [] } }],
      [
        `array['0193b0a0-0000-7000-8000-000000000001']::uuid[]`,
        { arrayValue: { stringValues: ['0193b0a0-0000-7000-8000-000000000001'] } },
      ],
      ['array[1, 2]', { arrayValue: { longValues: [1, 2] } }],
      ['array[true]', { arrayValue: { booleanValues: [true] } }],
    ])('carries %s', async (expression, field) => {
      expect((await execute(`select ${expression} as it`)).records).toEqual([[field]]);
    });

    it.each([
      `'[1,2]'::halfvec`,
      `to_tsvector('a')`,
      'array[[1,2],[3,4]]',
      'row(1, 2)',
      'array[1, null]',
      `interval '1 day'`,
      'pg_advisory_xact_lock(1)',
    ])('refuses %s', async (expression) => {
      await expect(execute(`select ${expression} as it`)).rejects.toMatchObject({
        name: 'UnsupportedResultException',
      });
    });

    it('refuses a row over 64 KB', async () => {
      expect((await execute('select repeat($$a$$, 65536) as it')).records).toHaveLength(1);
      await expect(execute('select repeat($$a$$, 65537) as it')).rejects.toMatchObject({
        name: 'UnsupportedResultException',
        message: expect.stringContaining('Packet for query is too large') as string,
      });
    });

    it('refuses a result over 1 MiB', async () => {
      const sql = 'select repeat($$a$$, 60000) as it from generate_series(1, 20)';
      await expect(execute(sql)).rejects.toMatchObject({ name: 'UnsupportedResultException' });
    });

    it('describes columns only when asked', async () => {
      const { columnMetadata } = await execute('select 1::int8 as n, array[1] as a', [], {
        includeResultMetadata: true,
      });
      expect(columnMetadata).toMatchObject([
        { name: 'n', label: 'n', typeName: 'int8', type: -5 },
        { name: 'a', typeName: '_int4', arrayBaseColumnType: 4 },
      ]);
      expect((await execute('select 1')).columnMetadata).toBeUndefined();
    });

    it('counts the rows a write touched, and none where it returns them', async () => {
      const { numberOfRecordsUpdated, records } = await execute(
        'insert into things select generate_series(1, 3)',
      );
      expect({ numberOfRecordsUpdated, records }).toEqual({ numberOfRecordsUpdated: 3, records: undefined });
      expect(await execute('delete from things where id = 1 returning id')).toMatchObject({
        numberOfRecordsUpdated: 0,
        records: [[{ longValue: 1 }]],
      });
    });
  });

  describe('statements', () => {
    it('refuses an array, a missing parameter, several statements, ? and transaction words', async () => {
      const array: SqlParameter = { name: 'a', value: { arrayValue: { stringValues: ['x'] } } };
      await expect(execute('select :a', [array])).rejects.toMatchObject({ name: 'BadRequestException' });
      await expect(execute('select :missing')).rejects.toMatchObject({ name: 'BadRequestException' });
      await expect(execute('select 1; select 2')).rejects.toThrow(/Multistatements/);
      await expect(execute(`select '{}'::jsonb ? 'a'`)).rejects.toMatchObject({
        name: 'BadRequestException',
      });
      await expect(execute('begin')).rejects.toMatchObject({ name: 'BadRequestException' });
    });

    it('accepts 4 MiB less what the rest of the request takes, and no more', async () => {
      const ofBytes = (bytes: number): SqlParameter[] => [
        { name: 'a', value: { stringValue: 'a'.repeat(bytes) } },
      ];
      const { records } = await execute('select length(:a)', ofBytes(4_190_000));
      expect(records).toEqual([[{ longValue: 4_190_000 }]]);
      await expect(execute('select length(:a)', ofBytes(4_194_000))).rejects.toMatchObject({
        name: 'BadRequestException',
      });
    });

    it('sends a null, a blob, a double and a boolean', async () => {
      const { records } = await execute('select coalesce(:n, 1), :b, :d, :t, :u', [
        { name: 'n', value: { isNull: true } },
        { name: 'b', value: { blobValue: Uint8Array.from([7]) } },
        { name: 'd', value: { doubleValue: 0.1 } },
        { name: 't', value: { booleanValue: false } },
        { name: 'u', value: { stringValue: '0193b0a0-0000-7000-8000-00000000000A' }, typeHint: 'UUID' },
      ]);
      expect(records?.[0]).toEqual([
        { longValue: 1 },
        { blobValue: Uint8Array.from([7]) },
        { doubleValue: 0.1 },
        { booleanValue: false },
        { stringValue: '0193b0a0-0000-7000-8000-00000000000a' },
      ]);
    });

    it('names the state of a refused statement in the message', async () => {
      await execute(`insert into things values (1, 'a')`);
      await expect(execute(`insert into things values (1, 'b')`)).rejects.toMatchObject({
        name: 'DatabaseErrorException',
        message: expect.stringMatching(/^ERROR: duplicate key value[^;]+; SQLState: 23505$/) as string,
        $metadata: { httpStatusCode: 400 },
      });
    });

    it('keeps no session between calls', async () => {
      await execute(`set work_mem = '5MB'`);
      expect((await execute('show work_mem')).records).not.toEqual([[{ stringValue: '5MB' }]]);
      const transactionId = await begin();
      await execute(`set local work_mem = '5MB'`, [], { transactionId });
      expect((await execute('show work_mem', [], { transactionId })).records).toEqual([
        [{ stringValue: '5MB' }],
      ]);
      await commit(transactionId);
      expect((await execute('show work_mem')).records).not.toEqual([[{ stringValue: '5MB' }]]);
    });

    it('refuses another cluster or secret', async () => {
      await expect(execute('select 1', [], { resourceArn: 'arn:other' })).rejects.toMatchObject({
        name: 'HttpEndpointNotEnabledException',
      });
      await expect(execute('select 1', [], { secretArn: 'arn:other' })).rejects.toMatchObject({
        name: 'InvalidSecretException',
      });
    });
  });

  describe('transactions', () => {
    it('commits and rolls back', async () => {
      const kept = await begin();
      await execute('insert into things values (1)', [], { transactionId: kept });
      await commit(kept);
      const dropped = await begin();
      await execute('insert into things values (2)', [], { transactionId: dropped });
      await client.send(new RollbackTransactionCommand({ ...TARGET, transactionId: dropped }));
      expect(await count()).toBe(1);
      await expect(commit(kept)).rejects.toMatchObject({ name: 'TransactionNotFoundException' });
    });

    it('expires 3 minutes after the last call and lets the next statement through', async () => {
      const transactionId = await begin();
      now += 179_000;
      await execute('insert into things values (1)', [], { transactionId });
      now += 179_000;
      await execute('insert into things values (2)', [], { transactionId });
      now += 180_000;
      expect(await count()).toBe(0);
      await expect(commit(transactionId)).rejects.toMatchObject({ name: 'TransactionNotFoundException' });
    });

    it('refuses to commit after a failed statement', async () => {
      const transactionId = await begin();
      await execute('insert into things values (1)', [], { transactionId });
      await expect(execute('select 1 / 0', [], { transactionId })).rejects.toThrow(/SQLState: 22012/);
      await expect(commit(transactionId)).rejects.toThrow(/SQLState: 25P02/);
      expect(await count()).toBe(0);
    });

    it('lets other statements wait for, or run beside, an open one', async () => {
      const transactionId = await begin();
      await execute('insert into things values (1)', [], { transactionId });
      const beside = execute('insert into things values (2)');
      await commit(transactionId);
      await beside;
      expect(await count()).toBe(2);
    });
  });

  describe('faults', () => {
    it('resumes after a pause, which the client does not retry', async () => {
      standIn.faults.resumeDatabase(2);
      const resuming = { name: 'DatabaseResumingException', $metadata: { attempts: 1 } };
      await expect(execute('select 1')).rejects.toMatchObject(resuming);
      await expect(begin()).rejects.toMatchObject(resuming);
      expect((await execute('select 1')).records).toHaveLength(1);
    });

    it('loses the response of a commit that took place', async () => {
      const transactionId = await begin();
      await execute('insert into things values (1)', [], { transactionId });
      standIn.faults.loseResponse('rds-data', { operation: 'CommitTransaction' });
      await expect(commit(transactionId)).rejects.toMatchObject({ name: 'TransactionNotFoundException' });
      expect(await count()).toBe(1);
    });

    it('times a statement out, and lets it finish only where it may continue', async () => {
      const timedOut = { name: 'StatementTimeoutException', dbConnectionId: 4711 };
      standIn.faults.timeOutStatement({ times: 2 });
      await expect(execute('insert into things values (1)')).rejects.toMatchObject(timedOut);
      await expect(
        execute('insert into things values (2)', [], { continueAfterTimeout: true }),
      ).rejects.toMatchObject(timedOut);
      expect((await execute('select id from things')).records).toEqual([[{ longValue: 2 }]]);
    });

    it('throttles', async () => {
      standIn.faults.throttle('rds-data');
      const impatient = new RDSDataClient({ ...standIn.clientConfig, maxAttempts: 1 });
      const sent = impatient.send(new ExecuteStatementCommand({ ...TARGET, sql: 'select 1' }));
      await expect(sent).rejects.toMatchObject({ name: 'ThrottlingException' });
    });
  });
});
