import type { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '@memory/service';
import { acknowledge } from '../acknowledge.ts';

const APPLICATION_LOG_LEVELS = {
  DEBUG: lambda.ApplicationLogLevel.DEBUG,
  INFO: lambda.ApplicationLogLevel.INFO,
  WARN: lambda.ApplicationLogLevel.WARN,
  ERROR: lambda.ApplicationLogLevel.ERROR,
  // Nothing of ours is as high.
  SILENT: lambda.ApplicationLogLevel.FATAL,
} as const satisfies Record<Config['LOG_LEVEL'], lambda.ApplicationLogLevel>;

export interface NodeFunctionProps {
  directory: string;
  description: string;
  timeout: Duration;
  memoryMb: number;
  /** Shared by all functions of a kind; the stream's name says which function wrote a line. */
  logGroup: ILogGroup;
  environment?: Record<string, string>;
  functionName?: string;
  /** Least level that is logged. */
  logLevel: Config['LOG_LEVEL'];
  tracing: boolean;
  /** Of functions that may do the same; default: one of its own. */
  role?: FunctionRole | undefined;
}

/** A Lambda function from a bundle, with a role that may write its log, its trace where it has one, and what is granted to it. */
export class NodeFunction extends lambda.Function {
  constructor(
    scope: Construct,
    id: string,
    {
      directory,
      logGroup,
      logLevel,
      environment,
      memoryMb,
      tracing,
      role = new FunctionRole(scope, `${id}Role`),
      ...props
    }: NodeFunctionProps,
  ) {
    super(scope, id, {
      ...props,
      role,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(directory),
      handler: 'index.handler',
      memorySize: memoryMb,
      ...(tracing ? { tracing: lambda.Tracing.ACTIVE } : {}),
      loggingFormat: lambda.LoggingFormat.JSON,
      // Said here too: in this format Lambda has a level of its own, INFO by default, which comes before the function's.
      applicationLogLevelV2: APPLICATION_LOG_LEVELS[logLevel],
      logGroup,
      environment: { TZ: 'UTC', NODE_OPTIONS: '--enable-source-maps', ...environment },
    });
    logGroup.grantWrite(role);
    if (tracing)
      acknowledge(
        role,
        'IAM5[Resource::*]',
        'X-Ray has no resources to name; a test holds that nothing else is granted on all.',
      );
  }
}

/** A role that keeps what it is granted in itself: a policy of its own would double the resources of a stack with a function for each route. */
export class FunctionRole extends iam.Role {
  readonly #granted: iam.PolicyDocument;

  constructor(scope: Construct, id: string) {
    const granted = new iam.PolicyDocument({ minimize: true });
    super(scope, id, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Granted: granted },
    });
    this.#granted = granted;
  }

  override addToPrincipalPolicy(statement: iam.PolicyStatement): iam.AddToPrincipalPolicyResult {
    this.#granted.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
