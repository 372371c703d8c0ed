import { Arn, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { deploymentName } from '../settings.ts';

export interface PipelineStackProps {
  /** `OWNER/NAME` on GitHub. */
  repository: string;
  environmentNames: readonly string[];
  existingProvider: boolean;
}

const ISSUER = 'token.actions.githubusercontent.com';

/** Calls of `npm run doctor`, all of which only read and name no resource. */
const DOCTOR_ACTIONS = [
  'acm:DescribeCertificate',
  'bedrock:GetFoundationModelAvailability',
  'bedrock:GetInferenceProfile',
  'cloudformation:DescribeStacks',
  'ec2:DescribeVpcs',
  'freetier:GetAccountPlanState',
  'iam:GetRole',
  'lambda:GetAccountSettings',
  'logs:DescribeLogGroups',
  'rds:DescribeDBClusters',
  'rds:DescribeDBEngineVersions',
  'servicequotas:GetServiceQuota',
  'servicequotas:ListServiceQuotas',
  'ssm:GetParameter',
];

/** Of `cdk diff` by templates: it reads those of the stacks, and the version of the bootstrap. */
const DIFF_ACTIONS = ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate', 'ssm:GetParameter'];

/** Of `npm run smoke`, which also calls the operator function and raises one alarm. */
const ALARM_READS = ['cloudwatch:DescribeAlarms', 'cloudwatch:DescribeAlarmHistory'];

/**
 * The roles that workflows on GitHub take instead of stored keys: one that looks, for pull requests, and one for each
 * environment that deploys it, through the roles of the CDK's bootstrap.
 */
export class PipelineStack extends Stack {
  readonly #provider: iam.IOidcProvider;
  readonly #repository: string;

  constructor(
    scope: Construct,
    id: string,
    { repository, environmentNames, existingProvider }: PipelineStackProps,
  ) {
    super(scope, id, { description: 'Roles of the pipeline on GitHub.' });
    this.#repository = repository;
    this.#provider = existingProvider
      ? iam.OidcProviderNative.fromOidcProviderArn(this, 'GitHub', this.#providerArn())
      : new iam.OidcProviderNative(this, 'GitHub', {
          url: `https://${ISSUER}`,
          clientIds: ['sts.amazonaws.com'],
        });
    const diff = this.#role('Diff', 'pull_request');
    // The role of the bootstrap for lookups may read all that the account holds, waiting uploads and logs among it.
    diff.addToPolicy(new iam.PolicyStatement({ actions: DIFF_ACTIONS, resources: ['*'] }));
    new CfnOutput(this, 'DiffRole', { value: diff.roleArn, description: 'Variable AWS_DIFF_ROLE.' });
    for (const name of environmentNames) {
      const deploy = this.#role(`Deploy-${name}`, `environment:${name}`);
      this.#mayAssume(deploy, ['deploy', 'file-publishing', 'lookup']);
      this.#mayAskAndTry(deploy, deploymentName(name));
      new CfnOutput(this, `DeployRole-${name}`.replaceAll('-', ''), {
        value: deploy.roleArn,
        description: `Variable AWS_DEPLOY_ROLE of the environment ${name}.`,
      });
    }
  }

  #providerArn(): string {
    return Arn.format({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: ISSUER }, this);
  }

  /** @param subject what GitHub says of the run, after the repository */
  #role(id: string, subject: string): iam.Role {
    return new iam.Role(this, id, {
      maxSessionDuration: Duration.hours(2),
      assumedBy: new iam.OpenIdConnectPrincipal(this.#provider, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: `repo:${this.#repository}:${subject}`,
        },
      }),
    });
  }

  #mayAssume(role: iam.Role, kinds: readonly string[]): void {
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: kinds.map(
          (kind) =>
            `arn:${this.partition}:iam::${this.account}:role/cdk-hnb659fds-${kind}-role-${this.account}-*`,
        ),
      }),
    );
  }

  #mayAskAndTry(role: iam.Role, deployment: string): void {
    role.addToPolicy(
      new iam.PolicyStatement({ actions: [...DOCTOR_ACTIONS, ...ALARM_READS], resources: ['*'] }),
    );
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`arn:${this.partition}:lambda:*:${this.account}:function:${deployment}-admin`],
      }),
    );
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['cloudwatch:SetAlarmState'],
        resources: [`arn:${this.partition}:cloudwatch:*:${this.account}:alarm:${deployment}-*`],
      }),
    );
  }
}
