import { GetRoleCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { AwsClient } from 'aws4fetch';
import { workersOf } from '../../functions.ts';
import { Unfit, type DoctorCheck, isNamed } from '../doctor-context.ts';

/** Of the account as a whole, answered there alone; npm has no client for it. */
const ENDPOINT = 'https://freetier.us-east-1.api.aws/';
const TARGET = 'AWSFreeTierService.GetAccountPlanState';

/** RDS makes no cluster of this kind in an account on the free plan. */
export const accountPlan: DoctorCheck = {
  name: 'account plan',
  permission: 'freetier:GetAccountPlanState',
  async run({ sts }) {
    const { accessKeyId, secretAccessKey, sessionToken } = await sts.config.credentials();
    const aws = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 'freetier',
      region: 'us-east-1',
    });
    const response = await aws.fetch(process.env['AWS_ENDPOINT_URL_FREETIER'] ?? ENDPOINT, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': TARGET },
      body: '{}',
    });
    const {
      accountPlanType,
      __type = '',
      message = '',
    } = (await response.json()) as {
      accountPlanType?: string;
      __type?: string;
      message?: string;
    };
    if (!response.ok) {
      const name = __type.split('#').pop() ?? '';
      if (name === 'ResourceNotFoundException') return 'older than the plans, so without their limits';
      throw Object.assign(new Error(message), { name });
    }
    if (accountPlanType === 'FREE')
      throw new Unfit(
        'The account is on the free plan, in which RDS refuses Aurora clusters such as this one.',
        'Upgrade to the paid plan: console, Billing and Cost Management, "Upgrade plan". Credits stay.',
      );
    return (accountPlanType ?? 'unknown').toLowerCase();
  },
};

/** As the rule CheckBootstrapVersion of every template asks. */
const VERSION_MIN = 6;
const PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** Bucket and roles that the CDK deploys with, once for each account and Region. */
export const bootstrap: DoctorCheck = {
  name: 'bootstrap',
  permission: 'ssm:GetParameter',
  async run({ ssm, account, environment: { region } }) {
    const remedy = `npx cdk bootstrap aws://${account}/${region}`;
    const { Parameter } = await ssm
      .send(new GetParameterCommand({ Name: PARAMETER }))
      .catch((error: unknown) => {
        if (isNamed(error, 'ParameterNotFound')) throw new Unfit(`${region} is not bootstrapped.`, remedy);
        throw error;
      });
    const version = Number(Parameter?.Value);
    if (!(version >= VERSION_MIN))
      throw new Unfit(
        `The bootstrap is of version ${Parameter?.Value}, and ${VERSION_MIN} is needed.`,
        remedy,
      );
    return `version ${version}`;
  },
};

export const credentials: DoctorCheck = {
  name: 'credentials',
  permission: 'sts:GetCallerIdentity',
  async run(context) {
    const { Account, Arn } = await context.sts
      .send(new GetCallerIdentityCommand({}))
      .catch((error: unknown) => {
        throw new Unfit(
          `AWS does not know who is asking: ${error instanceof Error ? error.message : String(error)}`,
          'Log in, for instance with `aws login` or `aws sso login`, or set AWS_PROFILE.',
        );
      });
    context.account = Account ?? '';
    return `account ${Account}, ${Arn}, Region ${context.environment.region}`;
  },
};

/** RDS makes it with the first cluster of an account, which may fail because it comes too late. */
export const serviceRole: DoctorCheck = {
  name: 'role of RDS',
  permission: 'iam:GetRole',
  async run({ iam }) {
    try {
      await iam.send(new GetRoleCommand({ RoleName: 'AWSServiceRoleForRDS' }));
      return 'is there';
    } catch (error) {
      if (isNamed(error, 'NoSuchEntityException', 'NoSuchEntity'))
        throw new Unfit(
          'The account has no service-linked role of RDS yet.',
          'aws iam create-service-linked-role --aws-service-name rds.amazonaws.com',
        );
      throw error;
    }
  },
};

/** Seconds that a request keeps a function busy, as the table of costs assumes. */
const REQUEST_SECONDS = 0.1;

/** All functions of an account share one quota, and new accounts have one of ten. */
export const lambdaConcurrency: DoctorCheck = {
  name: 'Lambda concurrency',
  permission: 'lambda:GetAccountSettings',
  async run({ lambda, environment: { region, throttle, queues } }) {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const workers = workersOf(queues).reduce((sum, { job }) => sum + job.concurrency, 0);
    const needed = workers + Math.ceil(throttle.rate * REQUEST_SECONDS);
    if (quota < needed)
      throw new Unfit(
        `${quota} functions may run at once, and ${workers} workers with ${throttle.rate} requests a second take ${needed}: it deploys, and waits for its turns.`,
        `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region ${region}`,
      );
    return `${quota}, of which ${needed} are needed`;
  },
};
