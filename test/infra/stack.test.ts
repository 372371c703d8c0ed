import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import {
  JOB_ATTEMPTS,
  jobEntries,
  jobs,
  routeEntries,
  scheduleEntries,
  type JobName,
} from '@memory/contracts';
import { readConfig, Config } from '@memory/service';
import { allows, statementsOfRole } from '../host/stack/role-policy.ts';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS, RESOURCES_MAX, synthesized, type Synthesized } from './assembly.ts';

const logicalId = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Variables that are Lambda's or Node's, not settings of ours. */
const OF_THE_RUNTIME = new Set([
  'TZ',
  'NODE_OPTIONS',
  'DATABASE_APPLICATION_SECRET_ARN',
  'DATABASE_JOBS_SECRET_ARN',
  'SEARCH_READERS',
]);

verifies('aws.environments', () => {
  for (const environment of ENVIRONMENTS) {
    const { assembly, functions } = synthesized(environment);
    expect(assembly.size, environment).toBeLessThanOrEqual(RESOURCES_MAX);
    for (const [id, { Properties }] of functions)
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
      });
    const [[, cluster] = []] = assembly.ofType('AWS::RDS::DBCluster');
    expect(cluster?.Properties).toMatchObject({
      StorageEncrypted: true,
      EnableHttpEndpoint: true,
      BackupRetentionPeriod: 14,
    });
    const isProduction = environment === 'prod';
    expect(cluster?.DeletionPolicy).toBe(isProduction ? 'RetainExceptOnCreate' : 'Delete');
    const scaling = cluster?.Properties['ServerlessV2ScalingConfiguration'] as {
      MinCapacity: number;
      SecondsUntilAutoPause?: number;
    };
    expect(scaling.MinCapacity > 0).toBe(isProduction);
    expect(scaling.SecondsUntilAutoPause === undefined).toBe(isProduction);
    for (const absent of ['AWS::EC2::NatGateway', 'AWS::EC2::InternetGateway', 'AWS::RDS::DBProxy'])
      expect(assembly.ofType(absent)).toEqual([]);
  }
});

verifies(
  'aws.environments',
  () => {
    const known = new Set(Object.keys(Config.shape));
    for (const environment of ENVIRONMENTS) {
      const { functions, resolver } = synthesized(environment);
      for (const [id, { Properties }] of functions) {
        const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
        const settings = Object.entries(resolver.resolve(Variables) as Record<string, string>).filter(
          ([name]) => !OF_THE_RUNTIME.has(name),
        );
        expect(
          settings.map(([name]) => name).filter((name) => !known.has(name)),
          id,
        ).toEqual([]);
        expect(() => readConfig(Object.fromEntries(settings)), id).not.toThrow();
      }
    }
  },
  { title: 'every variable of a function is a setting that its configuration reads' },
);

verifies('aws.route-a-function', () => {
  const { assembly } = synthesized('prod');
  const declared = assembly.routes().map(({ key }) => key);
  const expected = routeEntries.map(([, { method, path }]) => `${method} ${path.replace(/\/$/u, '')}`);
  expect(declared.toSorted()).toEqual(expect.arrayContaining(expected));
  const others = declared.filter((key) => !expected.includes(key));
  expect(
    others.filter((key) => key !== '$default' && !/\/mcp$|\/oauth-protected-resource/u.test(key)),
  ).toEqual([]);
  expect(others).toContain('$default');
  expect(others).toContain('ANY /mcp');
  for (const [name] of routeEntries)
    expect(assembly.resource(logicalId(name) === 'Mcp' ? 'Mcp' : functionId(name)).Type).toBe(
      'AWS::Lambda::Function',
    );

  function functionId(name: string): string {
    const [id = `no function of ${name}`] = assembly
      .ofType('AWS::Lambda::Function')
      .map(([each]) => each)
      .filter((each) => new RegExp(`^${logicalId(name)}[0-9A-F]{8}$`, 'u').test(each));
    return id;
  }
});

verifies(
  'aws.route-a-function',
  () => {
    const { assembly, resolver } = synthesized('prod');
    for (const { called, caller } of assembly.routes()) {
      const permission = { action: 'lambda:InvokeFunction', resource: String(resolver.resolve(called)) };
      expect(allows(statementsOfRole(assembly, resolver, caller), permission), permission.resource).toBe(
        true,
      );
      expect(JSON.stringify(assembly.resource(caller).Properties['AssumeRolePolicyDocument'])).toContain(
        '"apigateway.amazonaws.com"',
      );
    }
  },
  { title: 'the gateway may call every function that a route names' },
);

verifies('aws.migrations-first', () => {
  const { assembly, functions } = synthesized('prod');
  const [[trigger, migrations] = []] = assembly.ofType('Custom::Trigger');
  // Asked for an answer, a failure of the function fails the resource and with it the deployment.
  expect(migrations?.Properties).toMatchObject({
    InvocationType: 'RequestResponse',
    ExecuteOnHandlerChange: true,
  });
  expect(migrations?.DependsOn).toEqual(
    expect.arrayContaining(assembly.ofType('AWS::RDS::DBInstance').map(([id]) => id)),
  );
  for (const [id, { DependsOn }] of functions)
    if (!id.startsWith('Migrate')) expect([DependsOn].flat(), id).toContain(trigger);
});

verifies('aws.queues', () => {
  const { assembly, resolver } = synthesized('prod');
  const mappings = new Map(
    assembly
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => [
        (Properties['EventSourceArn'] as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0],
        Properties,
      ]),
  );
  const alarmed = assembly
    .ofType('AWS::CloudWatch::Alarm')
    .map(([, { Properties }]) => JSON.stringify(Properties['Dimensions'] ?? []));
  const queues = assembly
    .ofType('AWS::SQS::Queue')
    .filter(([, { Properties }]) => Properties['RedrivePolicy'] !== undefined);
  expect(queues.length).toBe(jobEntries.length);
  for (const [id, { Properties }] of queues) {
    const name = resolver.nameOf(id).replace('workspace-memory-prod-', '') as JobName;
    const job = jobs[name];
    const { deadLetterTargetArn, maxReceiveCount } = Properties['RedrivePolicy'] as {
      deadLetterTargetArn: { 'Fn::GetAtt': [string] };
      maxReceiveCount: number;
    };
    const [deadLetters] = deadLetterTargetArn['Fn::GetAtt'];
    expect(maxReceiveCount).toBe(JOB_ATTEMPTS);
    expect(Number(Properties['VisibilityTimeout'])).toBeGreaterThanOrEqual(6 * job.timeoutSeconds);
    expect(
      alarmed.some((dimensions) => dimensions.includes(`["${deadLetters}","QueueName"]`)),
      deadLetters,
    ).toBe(true);
    expect(mappings.get(id), id).toMatchObject({
      BatchSize: job.batchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: Math.max(2, job.concurrency) },
    });
  }
});

verifies(
  'aws.queues',
  () => {
    const { assembly } = synthesized('prod');
    const runbook = readFileSync(new URL('../../infra/RUNBOOK.md', import.meta.url), 'utf8');
    const headings = [...runbook.matchAll(/^### (\S+)$/gmu)].map(([, heading]) => heading);
    const named = assembly
      .ofType('AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => String(Properties['AlarmDescription']).split('#')[1]);
    expect([...new Set(named)].toSorted()).toEqual(headings.toSorted());
  },
  { title: 'alarms and entries of the runbook are the same' },
);

verifies('aws.idle-cost', () => {
  const { assembly, resolver } = synthesized('dev');
  // Each queue that is listened to is asked 15 times a minute; each hour's sweep would wake the database.
  expect(assembly.ofType('AWS::Lambda::EventSourceMapping').length).toBe(2);
  const schedules = assembly.ofType('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties);
  expect(new Set(schedules.map((each) => each['ScheduleExpression']))).toEqual(
    new Set(['cron(30 2 * * ? *)']),
  );
  for (const { Target } of schedules as { Target: { Arn: unknown; Input: string } }[]) {
    expect(resolver.text(Target.Arn)).toMatch(/:workspace-memory-dev-jobs$/u);
    expect(Object.keys(jobs)).toContain((JSON.parse(Target.Input) as { job: string }).job);
  }
  const secrets = assembly.ofType('AWS::SecretsManager::Secret');
  expect(secrets.length).toBe(2);
});

verifies('aws.schedules', () => {
  const { assembly, resolver } = synthesized('prod');
  const declared = assembly.ofType('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties);
  expect(declared.length).toBe(scheduleEntries.length);
  for (const [, { summary, job }] of scheduleEntries) {
    const schedule = declared.find(({ Description }) => Description === summary);
    const target = schedule?.['Target'] as { Arn: unknown; Input: string; DeadLetterConfig: unknown };
    expect(resolver.text(target.Arn).split(':').pop()).toBe(`workspace-memory-prod-${job}`);
    // Spread over the hour they would wake a sleeping database several times.
    expect(schedule?.['ScheduleExpression']).toMatch(/^cron\((?:7 \*|30 2) /u);
    expect(jobs[job].payload.safeParse(JSON.parse(target.Input)).success).toBe(true);
    expect(target.DeadLetterConfig).toBeDefined();
  }
});

/** A statement of a policy in the template, references unresolved. */
interface PolicyStatement {
  Effect: string;
  Action: string | string[];
  Principal?: { Service?: string };
  Resource: unknown;
  Condition?: { StringEquals?: Record<string, unknown> };
}

/** Statements of the policies of a kind that are attached to a resource by its id. */
const statementsFor = ({ assembly }: Synthesized, type: string, attachedBy: string, id: string) =>
  assembly
    .ofType(type)
    .filter(([, { Properties }]) =>
      (Properties[attachedBy] as { Ref?: string }[]).some(({ Ref }) => Ref === id),
    )
    .flatMap(([policy, { Properties }]) =>
      (Properties['PolicyDocument'] as { Statement: PolicyStatement[] }).Statement.map(
        (statement): [string, PolicyStatement] => [policy, statement],
      ),
    )
    .filter(([, { Effect, Action }]) => Effect === 'Allow' && [Action].flat().includes('sqs:SendMessage'));

const referred = (value: unknown) => (value as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];

verifies(
  'aws.queues',
  () => {
    for (const environment of ENVIRONMENTS) {
      const stack = synthesized(environment);
      for (const [, { Properties }] of stack.assembly.ofType('AWS::Scheduler::Schedule')) {
        const target = Properties['Target'] as Record<string, unknown> & { DeadLetterConfig: object };
        const sendable = statementsFor(stack, 'AWS::IAM::Policy', 'Roles', referred(target['RoleArn']))
          .flatMap(([, { Resource }]) => Resource)
          .map(referred);
        const { Arn } = target.DeadLetterConfig as { Arn: unknown };
        expect(sendable).toEqual(expect.arrayContaining([referred(target['Arn']), referred(Arn)]));
      }
      const [[uploads] = ['']] = stack.assembly.ofType('AWS::S3::Bucket');
      const bucket = stack.assembly.resource(uploads);
      const { QueueConfigurations } = bucket.Properties['NotificationConfiguration'] as {
        QueueConfigurations: { Queue: unknown }[];
      };
      for (const { Queue } of QueueConfigurations) {
        const allowed = statementsFor(stack, 'AWS::SQS::QueuePolicy', 'Queues', referred(Queue));
        expect(allowed.map(([, { Principal }]) => Principal)).toEqual([{ Service: 's3.amazonaws.com' }]);
        expect(allowed[0]?.[1].Condition).toEqual({
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': expect.stringMatching(/:s3:::workspace-memory-\*$/u) },
        });
        // S3 tries the queue when it is told of it.
        expect(bucket.DependsOn).toContain(allowed[0]?.[0]);
      }
    }
  },
  { title: 'schedules and the bucket of uploads may send to the queues that they name' },
);

verifies(
  'aws.operator',
  () => {
    const { assembly } = synthesized('prod');
    const reachable = JSON.stringify(assembly.routes());
    const [[admin] = []] = assembly
      .ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties['FunctionName'] === 'workspace-memory-prod-admin');
    expect(admin).toBeDefined();
    expect(reachable).not.toContain(admin);
    expect(assembly.ofType('AWS::Lambda::Url')).toEqual([]);
  },
  { title: 'the operator function is on no route' },
);
