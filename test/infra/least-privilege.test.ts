import { readdirSync, readFileSync } from 'node:fs';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { expect, inject } from 'vitest';
import { jobEntries, routeEntries } from '@memory/contracts';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { TestWorkspace } from '../host/service.ts';
import { statementsOf } from '../host/stack/role-policy.ts';
import { startStackHost } from '../host/stack-host.ts';
import { verifies } from '../support/verifies.ts';
import { allFunctions, anyJobFunction } from '../../infra/functions.ts';
import { synthesized, type Synthesized } from './assembly.ts';

const DATABASE = [
  'rds-data:BeginTransaction',
  'rds-data:CommitTransaction',
  'rds-data:ExecuteStatement',
  'rds-data:RollbackTransaction',
];
const EVERY_FUNCTION = [
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'secretsmanager:GetSecretValue',
  ...DATABASE,
];
const POLLING = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];
const OPERATING = [
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:ReceiveMessage',
  'sqs:StartMessageMoveTask',
];

verifies('aws.least-privilege', () => {
  const { assembly, resolver, functions } = synthesized('prod');
  const isJob = new Set<string>(jobEntries.map(([name]) => name));
  for (const { name, sends, uses } of allFunctions) {
    if (name === anyJobFunction.name) continue; // Where queues are shared, as they are not in production.
    const id = idOf(functions, name);
    const statements = statementsOf(assembly, resolver, id);
    const expected = [
      ...EVERY_FUNCTION,
      ...(sends.length > 0 ? ['sqs:SendMessage'] : []),
      ...(isJob.has(name) ? POLLING : []),
      ...(name === 'admin' ? OPERATING : []),
      ...(uses.includes('embedding') ? ['bedrock:InvokeModel'] : []),
      ...(uses.includes('uploads')
        ? isJob.has(name)
          ? ['s3:DeleteObject', 's3:GetObject', 's3:ListBucket']
          : ['s3:PutObject']
        : []),
    ];
    const granted = statements.flatMap(({ actions }) => actions);
    expect([...new Set(granted)].toSorted(), name).toEqual([...new Set(expected)].toSorted());
    expect(
      granted.filter((action) => action.includes('*')),
      name,
    ).toEqual([]);

    for (const { actions, resources } of statements) {
      expect(resources, name).not.toContain('*');
      if (actions.includes('sqs:SendMessage') && name !== 'admin')
        expect(
          resources.map((arn) => /:workspace-memory-prod-(\w+)$/u.exec(arn)?.[1]).toSorted(),
          name,
        ).toEqual([...sends].toSorted());
      const secrets = actions.includes('secretsmanager:GetSecretValue')
        ? resources.map((arn) => /rds!cluster|database-application|database-jobs/u.exec(arn)?.[0])
        : [];
      if (secrets.length > 0)
        expect(secrets, name).toEqual(
          name === 'migrate'
            ? expect.arrayContaining(['rds!cluster', 'database-application', 'database-jobs'])
            : [
                uses.includes('schema')
                  ? 'rds!cluster'
                  : `database-${isJob.has(name) || name === 'admin' ? 'jobs' : 'application'}`,
              ],
        );
    }
  }
});

verifies(
  'aws.least-privilege',
  () => {
    const { assembly, functions } = synthesized('prod');
    const rows = [...routeEntries, ...jobEntries];
    for (const [name, { sends = [] }] of rows) {
      const directory = assembly.codeOf(idOf(functions, name));
      const code = readdirSync(directory)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => readFileSync(join(directory, file), 'utf8'));
      expect([...new Set(code.flatMap(sentBy))].toSorted(), name).toEqual([...sends].toSorted());
    }
  },
  { title: 'a row names the jobs that the code of its function sends, and no others' },
);

/** The jobs that minified code enqueues by name. */
function sentBy(code: string): string[] {
  return [...code.matchAll(/\.enqueue(?:Later\((?:[^,()]|\([^()]*\))+,|\()"(\w+)"/gu)].map(
    ([, job = '']) => job,
  );
}

function idOf(functions: Synthesized['functions'], name: string): string {
  const [id] = functions
    .map(([each]) => each)
    .filter((each) => new RegExp(`^${name}[0-9A-F]{8}$`, 'iu').test(each));
  if (id === undefined) throw new Error(`The stack has no function of ${name}.`);
  return id;
}

/** The assembly of `dev` with one more statement in the role of a function. */
async function withStatement(functionName: string, statement: object): Promise<string> {
  const [whole, folder] = [inject('assembly'), await makeFolder()];
  const file = 'workspace-memory-dev.template.json';
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

verifies(
  'aws.least-privilege',
  async () => {
    const directory = await withStatement('storeMemory', {
      Effect: 'Deny',
      Action: 'sqs:Send*',
      Resource: '*',
    });
    const host = await startStackHost({ directory, stackName: 'workspace-memory-dev' });
    try {
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
      const QueueUrl = aws.sqs.queueUrl('workspace-memory-dev-jobs');
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
      const service = await TestWorkspace.create(host);
      await service.store({ title: 'Not announced' }).catch(() => undefined);
      expect(host.denied.at(-1)).toMatchObject({ action: 'sqs:SendMessage' });
      expect(aws.sqs.messages('workspace-memory-dev-jobs')).toEqual([]);
    } finally {
      await host.close();
    }
  },
  { title: 'what a role does not allow, or denies, is refused' },
);
