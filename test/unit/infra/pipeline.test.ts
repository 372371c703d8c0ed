import { readdirSync, readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { environments } from '../../../infra/environments.ts';
import { PipelineStack } from '../../../infra/pipeline/pipeline-stack.ts';
import { DOCTOR_CHECKS } from '../../../infra/doctor/run-doctor.ts';
import { verifies } from '../../support/verifies.ts';

const ROOT = new URL('../../../', import.meta.url);
const FOLDER = new URL('.github/workflows/', ROOT);

interface Step {
  uses?: string;
  run?: string;
}

interface Job {
  uses?: string;
  steps?: Step[];
  needs?: string;
  environment?: string;
  with?: Record<string, string>;
  permissions?: Record<string, string>;
}

interface Workflow {
  on: unknown;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflows = readdirSync(FOLDER).map((file): [string, string, Workflow] => {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  return [file, text, parse(text) as Workflow];
});
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  scripts: Record<string, string>;
};
const stepsOf = (workflow: Workflow) => Object.values(workflow.jobs).flatMap(({ steps = [] }) => steps);

verifies('pipeline.workflows', () => {
  expect(workflows.map(([file]) => file)).toEqual([
    'check.yml',
    'deploy-environment.yml',
    'deploy.yml',
    'release.yml',
    'weekly.yml',
  ]);
  for (const [file, text, workflow] of workflows) {
    expect(workflow.on, file).toBeTruthy();
    expect(workflow.permissions, file).toEqual({ contents: 'read' });
    // A line of the file carries the version of the commit that it pins.
    for (const line of text.split('\n').filter((each) => /^\s*(?:- )?uses: (?!\.\/)/u.test(each)))
      expect(line, file).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
    for (const { run = '' } of stepsOf(workflow))
      for (const [, script = ''] of run.matchAll(/npm run ([\w:-]+)/gu))
        expect(scripts, file).toHaveProperty(script);
    for (const { uses } of Object.values(workflow.jobs))
      if (uses)
        expect(
          workflows.map(([name]) => `./.github/workflows/${name}`),
          file,
        ).toContain(uses);
    // No key is stored, and what others wrote is no part of a command.
    expect(text, file).not.toMatch(/secrets\.|aws-access-key-id/u);
    for (const { run = '' } of stepsOf(workflow)) expect(run, file).not.toMatch(/\$\{\{ *github\./u);
    // Without an address for its alarms, production is not synthesized.
    if (stepsOf(workflow).some(({ run = '' }) => run.includes('npx cdk')))
      expect(text, file).toContain('ALARM_EMAIL: ${{ vars.ALARM_EMAIL');
  }
});

verifies(
  'pipeline.workflows',
  () => {
    const [, , deploy] = workflows.find(([file]) => file === 'deploy.yml') ?? [];
    expect(deploy?.jobs['dev']).toMatchObject({ needs: 'check', with: { environment: 'dev' } });
    expect(deploy?.jobs['prod']).toMatchObject({ needs: 'dev', with: { environment: 'prod' } });
    for (const name of ['dev', 'prod']) expect(environments).toHaveProperty(name);
    const [, , one] = workflows.find(([file]) => file === 'deploy-environment.yml') ?? [];
    const runs = one ? stepsOf(one).flatMap(({ run }) => run ?? []) : [];
    const order = [
      'npm ci',
      'npm run doctor',
      'npx cdk deploy',
      'npm run smoke',
      'git checkout --force "$BEFORE"',
    ];
    expect(runs.map((run, index) => run.startsWith(order[index] ?? '-'))).toEqual(order.map(() => true));
    expect(one?.jobs['deploy']?.environment).toBe('${{ inputs.environment }}');
  },
  {
    title:
      'dev comes before prod, doctor before the deployment, smoke after it, the commit before when that fails',
  },
);

verifies('pipeline.role', () => {
  const stack = new PipelineStack(new App(), 'pipeline', {
    repository: 'owner/name',
    environmentNames: ['dev', 'prod'],
    existingProvider: false,
  });
  const template = Template.fromStack(stack);
  template.resourceCountIs('AWS::IAM::OIDCProvider', 1);
  template.resourceCountIs('AWS::IAM::Role', 3);
  template.resourceCountIs('AWS::IAM::User', 0);
  for (const subject of ['pull_request', 'environment:dev', 'environment:prod'])
    template.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Action: 'sts:AssumeRoleWithWebIdentity',
            Condition: {
              StringEquals: {
                'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
                'token.actions.githubusercontent.com:sub': `repo:owner/name:${subject}`,
              },
            },
          },
        ],
      },
    });
  const policies = Object.values(template.findResources('AWS::IAM::Policy')).map((each) =>
    JSON.stringify(each),
  );
  // The author of a pull request may look at templates, and no more.
  const [diff = ''] = policies.filter((each) => !each.includes('lambda:InvokeFunction'));
  expect(diff).toContain('cloudformation:GetTemplate');
  expect(diff).not.toMatch(/sts:AssumeRole|s3:|logs:|sqs:/u);
  for (const policy of policies) expect(policy).not.toMatch(/"Action":"\*"|:\*"/u);
  template.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: {
      Statement: Match.arrayWith([Match.objectLike({ Action: 'lambda:InvokeFunction' })]),
    },
  });
  // The role may ask for everything that doctor asks for.
  for (const { permission } of DOCTOR_CHECKS)
    for (const [action] of permission.matchAll(/\w+:\w+/gu))
      if (action !== 'sts:GetCallerIdentity') expect(policies.join('\n')).toContain(action);
});
