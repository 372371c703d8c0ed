import { ACMClient } from '@aws-sdk/client-acm';
import { BedrockClient } from '@aws-sdk/client-bedrock';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { EC2Client } from '@aws-sdk/client-ec2';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { RDSClient } from '@aws-sdk/client-rds';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { deploymentName } from '../settings.ts';
import type { Environment } from '../environments.ts';

export interface DoctorContext {
  environment: Environment;
  deployment: string;
  account: string;
  acm: ACMClient;
  bedrock: BedrockClient;
  cloudFormation: CloudFormationClient;
  ec2: EC2Client;
  iam: IAMClient;
  lambda: LambdaClient;
  logs: CloudWatchLogsClient;
  quotas: ServiceQuotasClient;
  rds: RDSClient;
  ssm: SSMClient;
  sts: STSClient;
}

export function doctorContext(name: string, environment: Environment): DoctorContext {
  const { region } = environment;
  return {
    environment,
    deployment: deploymentName(name),
    account: '',
    acm: new ACMClient({ region }),
    bedrock: new BedrockClient({ region }),
    cloudFormation: new CloudFormationClient({ region }),
    ec2: new EC2Client({ region }),
    iam: new IAMClient({ region }),
    lambda: new LambdaClient({ region }),
    logs: new CloudWatchLogsClient({ region }),
    quotas: new ServiceQuotasClient({ region }),
    rds: new RDSClient({ region }),
    ssm: new SSMClient({ region }),
    sts: new STSClient({ region }),
  };
}

/** One thing that a deployment will need. Every call that it makes only reads. */
export interface DoctorCheck {
  name: string;
  permission: string;
  /** @returns what was found @throws Unfit, or what AWS has refused */
  run(context: DoctorContext): Promise<string>;
}

/** A fault that a deployment would fail on, and its remedy. */
export class Unfit extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

export const isNamed = (error: unknown, ...names: string[]): boolean =>
  error instanceof Error && names.includes(error.name);
