import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { lambdaOperator } from '../../packages/agents/src/operator/lambda-operator.ts';
import { localOperator } from '../../packages/agents/src/operator/operator.ts';
import { findLockHolder } from '@memory/service/lock';
import { deploymentName } from '../settings.ts';
import { environments, isEnvironmentName } from '../environments.ts';
import type { SmokeTarget } from './smoke-context.ts';
import { withoutEnd } from '@memory/text/without-end';

/** A deployed environment: its addresses are the outputs of its stack, and its operator is reached through IAM. */
export async function environmentTarget(name: string): Promise<SmokeTarget> {
  if (!isEnvironmentName(name))
    throw new Error(`There is no environment ${name}; there are ${Object.keys(environments).join(', ')}.`);
  const { region } = environments[name];
  // The operator of the command line takes the Region from there.
  process.env['AWS_REGION'] = region;
  const deployment = deploymentName(name);
  const { Stacks = [] } = await new CloudFormationClient({ region }).send(
    new DescribeStacksCommand({ StackName: deployment }),
  );
  const output = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ApiUrl')?.OutputValue;
  if (!output) throw new Error(`The stack ${deployment} in ${region} has no output ApiUrl. Is it deployed?`);
  return {
    url: withoutSlash(output),
    operator: lambdaOperator(name),
    key: null,
    aws: { deployment, cloudWatch: new CloudWatchClient({ region }) },
  };
}

export const keyTarget = (url: string, key: string): SmokeTarget => ({
  url: withoutSlash(url),
  operator: null,
  key,
  aws: null,
});

export async function localTarget(dataDir: string): Promise<SmokeTarget> {
  const operator = await localOperator(dataDir);
  const holder = await findLockHolder(dataDir);
  return { url: withoutSlash(holder?.url ?? ''), operator, key: null, aws: null };
}

const withoutSlash = (url: string) => withoutEnd(url, '/');
