import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetInferenceProfileCommand,
} from '@aws-sdk/client-bedrock';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeDBClustersCommand, DescribeDBEngineVersionsCommand, RDSClient } from '@aws-sdk/client-rds';
import {
  GetServiceQuotaCommand,
  ListServiceQuotasCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect } from 'vitest';
import { doctorContext } from '../../../infra/doctor/doctor-context.ts';
import { DOCTOR_CHECKS, runDoctor } from '../../../infra/doctor/run-doctor.ts';
import { environments } from '../../../infra/environments.ts';
import { describeFindings } from '../../../infra/report/findings.ts';
import { verifies } from '../../support/verifies.ts';

/** An error as the clients throw it. */
const refusal = (name: string, message = name) => Object.assign(new Error(message), { name });

const CERTIFICATE = 'arn:aws:acm:eu-central-1:123456789012:certificate/1';
const ENVIRONMENT = {
  ...environments.staging,
  domain: { name: 'memory.example.com', certificateArn: CERTIFICATE },
  models: { ...environments.staging.models, textGenerator: 'eu.amazon.nova-lite-v1:0' },
};
const AVAILABLE = {
  modelId: 'any',
  agreementAvailability: { status: 'AVAILABLE' },
  authorizationStatus: 'AUTHORIZED',
  entitlementAvailability: 'AVAILABLE',
  regionAvailability: 'AVAILABLE',
} as const;

const titanQuota = (Value: number) => ({
  Quotas: [
    {
      QuotaName: 'On-demand model inference requests per minute for Amazon Titan Text Embeddings V2',
      QuotaCode: 'L-TITAN',
      Value,
    },
  ],
});

const mocks = {
  acm: mockClient(ACMClient),
  bedrock: mockClient(BedrockClient),
  cloudFormation: mockClient(CloudFormationClient),
  ec2: mockClient(EC2Client),
  iam: mockClient(IAMClient),
  lambda: mockClient(LambdaClient),
  logs: mockClient(CloudWatchLogsClient),
  quotas: mockClient(ServiceQuotasClient),
  rds: mockClient(RDSClient),
  ssm: mockClient(SSMClient),
  sts: mockClient(STSClient),
};

let plan: { status: number; body: object };
let server: Server;

beforeEach(async () => {
  for (const mock of Object.values(mocks)) mock.reset();
  mocks.sts
    .on(GetCallerIdentityCommand)
    .resolves({ Account: '123456789012', Arn: 'arn:aws:iam::123456789012:user/me' });
  mocks.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '27' } });
  mocks.cloudFormation.on(DescribeStacksCommand).rejects(refusal('ValidationError'));
  mocks.acm
    .on(DescribeCertificateCommand)
    .resolves({ Certificate: { Status: 'ISSUED', DomainName: '*.example.com' } });
  mocks.logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [] });
  mocks.rds.on(DescribeDBClustersCommand).rejects(refusal('DBClusterNotFoundFault'));
  mocks.rds.on(DescribeDBEngineVersionsCommand).resolves({
    DBEngineVersions: [
      { EngineVersion: '16.4' },
      { EngineVersion: '17.12', ServerlessV2FeaturesSupport: { MinCapacity: 0 } },
    ],
  });
  mocks.iam.on(GetRoleCommand).resolves({});
  mocks.ec2.on(DescribeVpcsCommand).resolves({ Vpcs: [{}, {}] });
  mocks.quotas.on(GetServiceQuotaCommand).resolves({ Quota: { Value: 5 } });
  mocks.quotas.on(ListServiceQuotasCommand).resolves(titanQuota(2_000));
  mocks.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1_000 } });
  mocks.bedrock.on(GetFoundationModelAvailabilityCommand).resolves(AVAILABLE);
  mocks.bedrock.on(GetInferenceProfileCommand).resolves({
    models: [{ modelArn: 'arn:aws:bedrock:eu-west-1::foundation-model/amazon.nova-lite-v1:0' }],
  });
  plan = { status: 200, body: { accountPlanType: 'PAID' } };
  server = createServer((request, response) => {
    const signed = request.headers.authorization?.includes('/us-east-1/freetier/aws4_request');
    response.writeHead(signed ? plan.status : 403).end(JSON.stringify(plan.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_FREETIER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'AKIDSTANDIN',
    AWS_SECRET_ACCESS_KEY: 'stand-in-secret',
  });
});
afterEach(() => {
  for (const name of ['AWS_ENDPOINT_URL_FREETIER', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    Reflect.deleteProperty(process.env, name);
  server.close();
});

const diagnose = () => runDoctor(doctorContext('staging', ENVIRONMENT));

verifies('doctor.checks', async () => {
  const findings = await diagnose();
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(findings).toHaveLength(DOCTOR_CHECKS.length);
  // Nothing but questions was sent.
  for (const mock of Object.values(mocks))
    for (const { args } of mock.calls())
      expect(args[0].constructor.name).toMatch(/^(?:Get|Describe|List)\w+Command$/u);
  expect(
    mocks.bedrock.commandCalls(GetFoundationModelAvailabilityCommand).map(({ args }) => args[0].input),
  ).toEqual([{ modelId: 'amazon.titan-embed-text-v2:0' }, { modelId: 'amazon.nova-lite-v1:0' }]);
});

/** Faults of an account, the check that tells each, and a word of the remedy. */
const LACKS: [check: string, remedy: RegExp, lack: () => void][] = [
  [
    'credentials',
    /AWS_PROFILE/u,
    () => mocks.sts.on(GetCallerIdentityCommand).rejects(refusal('ExpiredToken')),
  ],
  ['account plan', /paid plan/u, () => (plan.body = { accountPlanType: 'FREE' })],
  [
    'bootstrap',
    /cdk bootstrap aws:\/\/123456789012\/eu-central-1/u,
    () => mocks.ssm.on(GetParameterCommand).rejects(refusal('ParameterNotFound')),
  ],
  [
    'bootstrap',
    /cdk bootstrap/u,
    () => mocks.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } }),
  ],
  [
    'stack',
    /delete-stack/u,
    () =>
      mocks.cloudFormation.on(DescribeStacksCommand).resolves({
        Stacks: [{ StackName: 'x', CreationTime: new Date(0), StackStatus: 'ROLLBACK_FAILED' }],
      }),
  ],
  ['stack', /renaming/u, () => mocks.rds.on(DescribeDBClustersCommand).resolves({ DBClusters: [{}] })],
  [
    'names of the logs',
    /delete-log-group --log-group-name \/aws\/rds\/cluster\/workspace-memory-staging\/postgresql/u,
    () =>
      mocks.logs
        .on(DescribeLogGroupsCommand, { logGroupNamePrefix: '/aws/rds/cluster/workspace-memory-staging/' })
        .resolves({ logGroups: [{ logGroupName: '/aws/rds/cluster/workspace-memory-staging/postgresql' }] }),
  ],
  [
    'certificate of the domain',
    /Add the CNAME/u,
    () =>
      mocks.acm
        .on(DescribeCertificateCommand)
        .resolves({ Certificate: { Status: 'PENDING_VALIDATION', DomainName: 'memory.example.com' } }),
  ],
  [
    'certificate of the domain',
    /request-certificate --domain-name memory\.example\.com/u,
    () =>
      mocks.acm
        .on(DescribeCertificateCommand)
        .resolves({ Certificate: { Status: 'ISSUED', DomainName: 'example.com' } }),
  ],
  [
    'role of RDS',
    /create-service-linked-role/u,
    () => mocks.iam.on(GetRoleCommand).rejects(refusal('NoSuchEntityException')),
  ],
  [
    'room for a VPC',
    /L-F678F1CE/u,
    () => mocks.ec2.on(DescribeVpcsCommand).resolves({ Vpcs: [{}, {}, {}, {}, {}] }),
  ],
  [
    'version of Aurora',
    /another major version/u,
    () =>
      mocks.rds
        .on(DescribeDBEngineVersionsCommand)
        .resolves({ DBEngineVersions: [{ EngineVersion: '16.17' }] }),
  ],
  [
    'version of Aurora',
    /environments\.ts/u,
    () =>
      mocks.rds.on(DescribeDBEngineVersionsCommand).resolves({
        DBEngineVersions: [{ EngineVersion: '17.12', ServerlessV2FeaturesSupport: { MinCapacity: 0.5 } }],
      }),
  ],
  [
    'Lambda concurrency',
    /L-B99A9384/u,
    () => mocks.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } }),
  ],
  [
    'quota of the embedder',
    /L-TITAN/u,
    () => mocks.quotas.on(ListServiceQuotasCommand).resolves(titanQuota(0)),
  ],
  [
    'models',
    /terms/u,
    () =>
      mocks.bedrock
        .on(GetFoundationModelAvailabilityCommand, { modelId: 'amazon.nova-lite-v1:0' })
        .resolves({ ...AVAILABLE, agreementAvailability: { status: 'NOT_AVAILABLE' } }),
  ],
  [
    'models',
    /inference profile/u,
    () =>
      mocks.bedrock
        .on(GetFoundationModelAvailabilityCommand)
        .resolves({ ...AVAILABLE, regionAvailability: 'NOT_AVAILABLE' }),
  ],
];

verifies(
  'doctor.checks',
  async () => {
    expect([...new Set(LACKS.map(([check]) => check))].toSorted()).toEqual(
      DOCTOR_CHECKS.map(({ name }) => name).toSorted(),
    );
    const healthy = Object.fromEntries((await diagnose()).map(({ check, detail }) => [check, detail]));
    expect(healthy['room for a VPC']).toBe('2 of 5 are there');
    expect(healthy['quota of the embedder']).toMatch(/^2000 texts a minute/u);
    // A new account: the shared queues of a trial take fewer workers than a queue for each job.
    mocks.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 20 } });
    const trial = await runDoctor(doctorContext('dev', environments.dev));
    expect(trial.find(({ check }) => check === 'Lambda concurrency')?.state).toBe('ok');
  },
  { title: 'every check is made to fail below' },
);

for (const [check, remedy, lack] of LACKS)
  verifies(
    'doctor.checks',
    async () => {
      lack();
      const findings = await diagnose();
      const failed = findings.filter(({ state }) => state === 'failed');
      expect(failed.map((finding) => finding.check)).toEqual([check]);
      expect(failed[0]?.remedy).toMatch(remedy);
      expect(describeFindings(findings)).toContain(`1 of ${DOCTOR_CHECKS.length} checks failed.`);
    },
    { title: `${check} is told with its remedy: ${remedy.source}` },
  );

verifies(
  'doctor.checks',
  async () => {
    plan = { status: 400, body: { __type: 'com.amazonaws#AccessDeniedException', message: 'no' } };
    mocks.ec2.on(DescribeVpcsCommand).rejects(refusal('UnauthorizedOperation'));
    const findings = await diagnose();
    expect(findings.filter(({ state }) => state !== 'ok')).toMatchObject([
      {
        check: 'account plan',
        state: 'skipped',
        detail: expect.stringContaining('freetier:GetAccountPlanState'),
      },
      { check: 'room for a VPC', state: 'skipped', detail: expect.stringContaining('ec2:DescribeVpcs') },
    ]);
    plan = { status: 400, body: { __type: 'ResourceNotFoundException', message: 'none' } };
    expect((await diagnose())[1]).toMatchObject({ state: 'ok' });
  },
  { title: 'what may not be read is passed over, with the permission that it takes' },
);
