import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createServices, readConfig } from '@memory/service';
import { pgliteEngine } from '../aws-stand-in/rds-data/pglite-engine.ts';
import { AwsError } from '../aws-stand-in/aws-error.ts';
import type { AwsCall } from '../aws-stand-in/aws-service.ts';
import { startAwsStandIn, type AwsStandIn } from '../aws-stand-in/start-aws-stand-in.ts';
import { createTestWorkspace } from './create-workspace.ts';
import { openMigratedPglite } from './migrated-pglite.ts';
import { Assembly } from './stack/assembly.ts';
import { engineOfRole } from './stack/database-roles.ts';
import { drainQueues, eventSourcesOf } from './stack/event-sources.ts';
import { createHttpApi } from './stack/http-api.ts';
import { LambdaFunction } from './stack/lambda-function.ts';
import { Resolver } from './stack/resolver.ts';
import { allows, statementsOf, type Statement } from './stack/role-policy.ts';
import type { TestHost } from './test-host.ts';
import { UNLIMITED_RATES } from './unlimited-rates.ts';

const SECRET = 'stand-in-secret';
const KEY_PREFIX = 'AKIDSTANDIN';

export interface StackHost extends TestHost {
  aws: AwsStandIn;
  assembly: Assembly;
  resolver: Resolver;
  /** Calls that a function's role does not allow: each was refused, as it would be. */
  denied: readonly AwsCall[];
  /** Log lines of the functions, oldest first. */
  logs: readonly string[];
  /** Calls a function by its logical id or its name. */
  invoke(name: string, event: unknown): Promise<unknown>;
}

export interface StackHostOptions {
  /** Where `cdk synth` left its assembly. */
  directory: string;
  stackName: string;
  /** Laid over the variables that the template gives each function. */
  settings?: Record<string, string>;
  /** Whether the gateway gives the challenge of a 401 another name. */
  renamesChallenge?: boolean;
}

/**
 * A synthesized stack, run: its routes, functions, queues and notifications as the template declares them, with the
 * variables and the rights that it gives, against stand-ins of the services over an embedded database.
 */
export async function startStackHost({
  directory,
  stackName,
  settings = {},
  renamesChallenge = false,
}: StackHostOptions): Promise<StackHost> {
  const assembly = new Assembly(directory, stackName);
  const database = await openMigratedPglite();
  const region = 'eu-central-1';
  const resolver = new Resolver(assembly, { region });
  const names = new Map(ownFunctions(assembly).map(([id]) => [id, resolver.text({ Ref: id })]));
  const statements = new Map<string, Statement[]>();
  const denied: AwsCall[] = [];
  const { owner, roles } = secretsOf(assembly, resolver);
  const [[cluster] = ['']] = assembly.ofType('AWS::RDS::DBCluster');
  const authorize = (call: AwsCall): void => {
    const caller = call.accessKeyId?.slice(KEY_PREFIX.length + 1);
    if (!caller) return; // A test, or a service of AWS itself
    const allowed = statements.get(caller) ?? [];
    if ([call, ...(call.also ?? [])].every((permission) => allows(allowed, permission))) return;
    denied.push(call);
    const message = `User: ${caller} is not authorized to perform: ${call.action} on resource: ${call.resource}`;
    throw new AwsError('AccessDeniedException', 403, message);
  };
  const aws = await startAwsStandIn({
    region,
    authorize,
    rdsData: {
      engine: pgliteEngine(database.engine),
      roles: new Map(roles.map(({ arn, role }) => [arn, engineOfRole(database.engine, role)])),
      resourceArn: `arn:aws:rds:${region}:123456789012:cluster:${resolver.text({ Ref: cluster })}`,
      secretArn: owner,
      database: 'memory',
    },
    secrets: new Map(
      roles.map(({ arn, role }) => [arn, JSON.stringify({ username: role, password: 'a password' })]),
    ),
    queues: assembly
      .ofType('AWS::SQS::Queue')
      .map(([id, { Properties }]) => queueOptions(resolver, resolver.nameOf(id), Properties)),
    buckets: assembly.ofType('AWS::S3::Bucket').map(([id]) => resolver.text({ Ref: id })),
    onObjectCreated: ({ eventName, bucket, key, size }) => announce({ eventName, bucket, key, size }),
  });
  const client = new SQSClient(aws.clientConfig);

  async function announce({
    eventName,
    bucket,
    key,
    size,
  }: {
    eventName: string;
    bucket: string;
    key: string;
    size: number;
  }) {
    const [, declared] =
      assembly.ofType('AWS::S3::Bucket').find(([id]) => resolver.text({ Ref: id }) === bucket) ?? [];
    const { QueueConfigurations = [] } = (declared?.Properties['NotificationConfiguration'] ?? {}) as {
      QueueConfigurations?: { Queue: unknown }[];
    };
    for (const { Queue } of QueueConfigurations) {
      const name = resolver.text(Queue).split(':').pop() ?? '';
      // The key of an event is encoded as in a form.
      const object = { key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+'), size };
      const MessageBody = JSON.stringify({
        Records: [{ eventSource: 'aws:s3', eventName, s3: { bucket: { name: bucket }, object } }],
      });
      await client.send(new SendMessageCommand({ QueueUrl: aws.sqs.queueUrl(name), MessageBody }));
    }
  }

  const credentialsOf = (name: string) => ({ accessKeyId: `${KEY_PREFIX}-${name}`, secretAccessKey: SECRET });
  const logs: string[] = [];
  const functions = new Map(
    [...names].map(([id, name]) => {
      statements.set(name, statementsOf(assembly, resolver, id));
      const { Properties } = assembly.resource(id);
      const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
      const { accessKeyId, secretAccessKey } = credentialsOf(name);
      const options = {
        name,
        directory: assembly.codeOf(id),
        layer: assembly.layerOf(id),
        handler: String(Properties['Handler']),
        timeoutMs: Number(Properties['Timeout']) * 1_000,
        memoryMb: Number(Properties['MemorySize']),
        onLog: (line: string) => void logs.push(line),
        environment: {
          ...Object.fromEntries(
            Object.entries(resolver.resolve(Variables) as Record<string, string>).map(([key, value]) => [
              key,
              value.replace(`https://sqs.${region}.amazonaws.com`, aws.url),
            ]),
          ),
          ...UNLIMITED_RATES,
          ...settings,
          AWS_REGION: region,
          // As Lambda does where it writes JSON.
          AWS_LAMBDA_LOG_LEVEL: logLevelOf(Properties),
          AWS_LAMBDA_FUNCTION_NAME: name,
          AWS_ACCESS_KEY_ID: accessKeyId,
          AWS_SECRET_ACCESS_KEY: secretAccessKey,
          AWS_ENDPOINT_URL: aws.url,
        },
      };
      return [id, new LambdaFunction(options)] as const;
    }),
  );
  const functionOf = (id: string): LambdaFunction => {
    const found = functions.get(id) ?? [...functions.values()].find(({ name }) => name === id);
    if (!found) throw new Error(`The stack has no function ${id}.`);
    return found;
  };
  await runTriggers(assembly, functionOf);
  let told = 0;
  // Told once, to the test in which it happened.
  const afterRequest = (): void => {
    const fresh = denied.slice(told);
    told = denied.length;
    if (fresh.length > 0) throw new Error(`Denied: ${JSON.stringify(fresh)}`);
  };
  const server = createHttpApi(assembly, functionOf, { afterRequest, renamesChallenge });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sources = eventSourcesOf({ assembly, resolver }, aws, functionOf, credentialsOf);

  // The tests' own services reach the same queues and bucket with the rights of an administrator.
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: KEY_PREFIX,
    AWS_SECRET_ACCESS_KEY: SECRET,
    AWS_ENDPOINT_URL: aws.url,
  });
  const config = readConfig({
    ...UNLIMITED_RATES,
    MEMORY_ID_FORM: 'A',
    KEY_ENVIRONMENT: 'test',
    LOG_LEVEL: 'SILENT',
    UPLOAD_BUCKET: resolver.text({ Ref: assembly.ofType('AWS::S3::Bucket')[0]?.[0] }),
    JOB_QUEUE_PREFIX: aws.sqs.queueUrl(`${stackName}-`),
    JOB_QUEUES: assembly.ofType('AWS::SQS::Queue').some(([id]) => resolver.nameOf(id) === `${stackName}-jobs`)
      ? 'shared'
      : 'each',
    ...settings,
  });
  const services = await createServices(config, { database });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    createWorkspace: () => createTestWorkspace(services),
    form: config.MEMORY_ID_FORM,
    aws,
    assembly,
    resolver,
    denied,
    logs,
    invoke: (name, event) => functionOf(name).invoke(event),
    runJobs: async () => {
      await drainQueues(sources, aws);
      afterRequest();
    },
    forgetJobs: () => {
      for (const { queue } of sources) aws.sqs.forget(queue);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all([...functions.values()].map((each) => each.close()));
      await aws.close();
      await services.close();
    },
  };
}

/** The owner's secret, which RDS keeps with the cluster, and the others with the roles that log in with them. */
function secretsOf(assembly: Assembly, resolver: Resolver) {
  const [[cluster] = ['']] = assembly.ofType('AWS::RDS::DBCluster');
  return {
    owner: resolver.text({ 'Fn::GetAtt': [cluster, 'MasterUserSecret.SecretArn'] }),
    roles: assembly.ofType('AWS::SecretsManager::Secret').map(([id, { Properties }]) => {
      const { SecretStringTemplate } = Properties['GenerateSecretString'] as { SecretStringTemplate: string };
      const { username } = JSON.parse(SecretStringTemplate) as { username: string };
      return { arn: resolver.text({ Ref: id }), role: username };
    }),
  };
}

/** The functions that are ours, not those that the CDK brings along to deploy with. */
const ownFunctions = (assembly: Assembly) =>
  assembly
    .ofType('AWS::Lambda::Function')
    .filter(([, { Properties }]) => Properties['LoggingConfig'] !== undefined);

function queueOptions(resolver: Resolver, name: string, properties: Record<string, unknown>) {
  const redrive = properties['RedrivePolicy'] as
    | { deadLetterTargetArn: unknown; maxReceiveCount: number }
    | undefined;
  return {
    name,
    visibilityTimeout: Number(properties['VisibilityTimeout'] ?? 30),
    messageBytesMax: 1_048_576,
    ...(redrive
      ? {
          deadLetter: {
            queue: resolver.text(redrive.deadLetterTargetArn).split(':').pop() ?? '',
            maxReceiveCount: redrive.maxReceiveCount,
          },
        }
      : {}),
  };
}

const logLevelOf = ({ LoggingConfig }: Record<string, unknown>): string =>
  (LoggingConfig as { ApplicationLogLevel?: string }).ApplicationLogLevel ?? 'INFO';

/** The call of a deployment before the functions take traffic; a failure fails it. */
async function runTriggers(assembly: Assembly, functionOf: (id: string) => LambdaFunction): Promise<void> {
  for (const [, { Properties }] of assembly.ofType('Custom::Trigger')) {
    const version = assembly.resource((Properties['HandlerArn'] as { Ref: string }).Ref);
    await functionOf((version.Properties['FunctionName'] as { Ref: string }).Ref).invoke({});
  }
}
