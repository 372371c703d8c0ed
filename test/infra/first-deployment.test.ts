import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ALLOWED_HEADERS } from '@memory/contracts';
import { environments, type Environment } from '../../infra/environments.ts';
import { allFunctions, consoleFunction } from '../../infra/functions.ts';
import { MemoryServiceStack } from '../../infra/memory-service-stack.ts';
import { builtConsole } from '../support/console/build-console.ts';
import { makeFolder } from '../support/seeds/make-folder.ts';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS, RESOURCES_MAX, synthesized } from './assembly.ts';

/** The template of an environment, with functions that have no code. */
async function templateOf(environment: Environment): Promise<Template> {
  const directory = await makeFolder();
  await writeFile(join(directory, 'index.mjs'), 'export const handler = () => {};');
  const bundle = { directory, bytes: { start: 0, total: 0 }, modules: new Set<string>() };
  const bundles = new Map([...allFunctions, consoleFunction].map(({ name }) => [name, bundle]));
  const app = new App({ outdir: await makeFolder() });
  return Template.fromStack(new MemoryServiceStack(app, { environmentName: 'trial', environment, bundles }));
}

const prod: Environment = { ...environments.prod, alarmEmail: 'alarms@example.com' };

/** Production with all that an environment can have. */
const everything: Environment = {
  ...prod,
  established: true,
  tracing: true,
  logCallers: true,
  models: {
    ...prod.models,
    reranker: 'cohere.rerank-v3-5:0',
    textGenerator: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
  },
  corsOrigins: ['https://team.example'],
  domain: { name: 'memory.team.example', certificateArn: certificateIn('eu-central-1') },
  console: {
    clientId: 'console',
    domain: { name: 'look.team.example', certificateArn: certificateIn('us-east-1') },
  },
  container: {
    image: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/workspace-memory:1.0.0',
    tasks: { least: 2, most: 8 },
    cpu: 1_024,
    memoryMb: 2_048,
    domain: { name: 'steady.team.example', certificateArn: certificateIn('eu-central-1') },
  },
  settings: { OAUTH_ISSUER: 'https://login.example' },
};

function certificateIn(region: string): string {
  return `arn:aws:acm:${region}:123456789012:certificate/1`;
}

verifies('aws.first-deployment', () => {
  for (const environment of ENVIRONMENTS) {
    const { assembly } = synthesized(environment);
    for (const [id, { Type, DeletionPolicy, UpdateReplacePolicy, Properties }] of assembly.all()) {
      // `Retain` would leave what was made behind when a creation is rolled back, and the next would find its name taken.
      expect(DeletionPolicy ?? 'Delete', `${environment}: ${id}`).not.toBe('Retain');
      expect(Properties['DeletionProtection'] ?? false, `${environment}: ${id}`).toBe(false);
      if (DeletionPolicy === 'RetainExceptOnCreate') expect(UpdateReplacePolicy, id).toBe('Retain');
      if (environment !== 'prod' || !HOLDS_DATA.has(Type)) continue;
      expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
    }
  }
});

const withReaders = (SEARCH_READERS: string) => ({ Environment: { Variables: { SEARCH_READERS } } });

/** And what it cannot be without. */
const HOLDS_DATA = new Set([
  'AWS::RDS::DBCluster',
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBSubnetGroup',
  'AWS::SecretsManager::Secret',
  'AWS::EC2::VPC',
  'AWS::EC2::Subnet',
  'AWS::EC2::SecurityGroup',
]);

verifies(
  'aws.first-deployment',
  async () => {
    await builtConsole();
    const established = await templateOf(everything);
    established.hasResourceProperties('AWS::RDS::DBCluster', { DeletionProtection: true });
    established.hasResourceProperties('AWS::Lambda::Function', withReaders('true'));
    const { Resources } = established.toJSON() as { Resources: object };
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(RESOURCES_MAX);
    await expect(templateOf({ ...prod, alarmEmail: undefined })).rejects.toThrow(/set alarmEmail/u);
  },
  {
    title:
      'a protected environment is established in a second step, has somebody to hear of its alarms, and room for 150 resources with everything on',
  },
);

const PROFILE = 'arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/a1b2c3';

verifies('aws.settings', async () => {
  const template = await templateOf({
    ...environments.dev,
    logCallers: true,
    models: { textGenerator: PROFILE },
    corsOrigins: ['https://team.example'],
    domain: { name: 'memory.team.example', certificateArn: certificateIn('eu-central-1') },
    settings: {
      OAUTH_ISSUER: 'https://login.example',
      OAUTH_AUDIENCE: 'client-1',
      RATE_READ_PER_MINUTE: 60,
      LOG_LEVEL: 'DEBUG',
    },
  });
  template.hasResourceProperties('AWS::Lambda::Function', withReaders('false'));
  const variables = Object.values(template.findResources('AWS::Lambda::Function'))
    .map(
      ({ Properties }) =>
        (Properties as { Environment?: { Variables: Record<string, unknown> } }).Environment,
    )
    .flatMap((environment) => (environment?.Variables['MEMORY_ID_FORM'] ? [environment.Variables] : []));
  expect(variables.length).toBeGreaterThan(40);
  for (const each of variables)
    expect(each).toMatchObject({
      OAUTH_ISSUER: 'https://login.example',
      OAUTH_AUDIENCE: 'client-1',
      RATE_READ_PER_MINUTE: '60',
      LOG_LEVEL: 'DEBUG',
      CORS_ORIGINS: 'https://team.example',
      PUBLIC_URL: 'https://memory.team.example',
    });
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    AccessLogSettings: { Format: Match.stringLikeRegexp('sourceIp.*userAgent') },
  });
  // A profile of one's own is called itself, and models through it alone.
  template.hasResourceProperties('AWS::IAM::Role', {
    Policies: [
      {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Action: 'bedrock:InvokeModel', Resource: PROFILE }),
            Match.objectLike({
              Action: 'bedrock:InvokeModel',
              Condition: { StringEquals: { 'bedrock:InferenceProfileArn': PROFILE } },
            }),
          ]),
        },
      },
    ],
  });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { LOG_LEVEL: 'DEBUG' } },
    LoggingConfig: { ApplicationLogLevel: 'DEBUG' },
  });
  template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    Body: {
      'x-amazon-apigateway-cors': {
        allowHeaders: [...ALLOWED_HEADERS],
        allowOrigins: ['https://team.example'],
      },
    },
  });
  template.hasResourceProperties('AWS::S3::Bucket', {
    CorsConfiguration: {
      CorsRules: [{ AllowedMethods: ['POST'], AllowedOrigins: ['https://team.example'] }],
    },
  });
  expect(Object.keys(template.findOutputs('DomainTarget'))).toEqual(['DomainTarget']);
  const wrong = templateOf({ ...environments.dev, settings: { RETENTION_DAYS: 0 } });
  await expect(wrong).rejects.toThrow(/RETENTION_DAYS/u);
});
