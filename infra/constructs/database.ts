import { CfnResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as rds from 'aws-cdk-lib/aws-rds';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Environment } from '../environments.ts';

const DATABASE_NAME = 'memory';

type Role = 'application' | 'jobs';

export interface DatabaseProps {
  name: string;
  environment: Environment;
}

/**
 * Aurora PostgreSQL Serverless v2, reached through the RDS Data API alone: its network has no way in or out, but where containers
 * connect to it, and the functions need no network at all. Three roles: the owner makes the schema; the application reads and writes rows for
 * requests, whose statements are short; so do the jobs, whose statements may take as long as the Data API waits.
 */
export class Database extends Construct {
  readonly cluster: rds.DatabaseCluster;
  readonly network: ec2.Vpc;
  readonly #ownerSecretArn: string;
  readonly #secrets: Readonly<Record<Role, rds.DatabaseSecret>>;

  constructor(scope: Construct, id: string, { name, environment }: DatabaseProps) {
    super(scope, id);
    const { database, logRetentionDays } = environment;
    this.network = isolatedNetwork(this, {
      logRetentionDays,
      isFronted: environment.container !== undefined,
    });
    const securityGroup = new ec2.SecurityGroup(this, 'SecurityGroup', {
      vpc: this.network,
      description: `${name}: the database, which nothing reaches by network`,
      allowAllOutbound: false,
    });
    // Made first, so that RDS finds it and does not make one that keeps its lines for ever.
    const log = new logs.LogGroup(this, 'Log', {
      logGroupName: `/aws/rds/cluster/${name}/postgresql`,
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const [major = ''] = database.version.split('.');
    const instance = { publiclyAccessible: false, autoMinorVersionUpgrade: true };
    this.cluster = new rds.DatabaseCluster(this, 'Cluster', {
      clusterIdentifier: name,
      engine: rds.DatabaseClusterEngine.auroraPostgres({
        version: rds.AuroraPostgresEngineVersion.of(database.version, major),
      }),
      // Letters and digits only, as the reference of CreateDBCluster has it.
      credentials: { username: 'memoryowner' },
      // RDS makes the password, changes it every week, and keeps its secret for as long as the cluster.
      manageMasterUserPassword: true,
      defaultDatabaseName: DATABASE_NAME,
      enableDataApi: true,
      writer: rds.ClusterInstance.serverlessV2('Writer', instance),
      readers: database.standby
        ? [rds.ClusterInstance.serverlessV2('Standby', { ...instance, scaleWithWriter: true })]
        : [],
      serverlessV2MinCapacity: database.minCapacity,
      serverlessV2MaxCapacity: database.maxCapacity,
      ...(database.autoPauseMinutes === null
        ? {}
        : { serverlessV2AutoPauseDuration: Duration.minutes(database.autoPauseMinutes) }),
      vpc: this.network,
      vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_ISOLATED },
      securityGroups: [securityGroup],
      storageEncrypted: true,
      iamAuthentication: true,
      copyTagsToSnapshot: true,
      backup: { retention: Duration.days(14), preferredWindow: '02:00-03:00' },
      preferredMaintenanceWindow: 'sun:03:30-sun:04:30',
      cloudwatchLogsExports: ['postgresql'],
      enablePerformanceInsights: true,
      databaseInsightsMode: rds.DatabaseInsightsMode.STANDARD,
      deletionProtection: environment.protected && environment.established,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.cluster.node.addDependency(log);
    this.#ownerSecretArn =
      database.ownerSecretArn ??
      (this.cluster.node.defaultChild as rds.CfnDBCluster).attrMasterUserSecretSecretArn;
    this.#secrets = {
      application: this.#secret('ApplicationSecret', { name, role: 'application' }),
      jobs: this.#secret('JobsSecret', { name, role: 'jobs' }),
    };
    if (environment.protected) keepWithItsData(this);
    else
      acknowledge(this.cluster, 'RDS10', 'An environment for trials, which is taken down with all its data.');
    if (environment.protected && !environment.established)
      acknowledge(
        this.cluster,
        'RDS10',
        'Its first deployment must be able to clear up after itself; `established` protects it from the second on.',
      );
  }

  /** Lets a function read and write rows. @param resumeTimeout how long a call waits for a paused cluster */
  grantAccess(grantee: LambdaFunction, role: Role, resumeTimeout: Duration): void {
    this.#grant(grantee, this.#secrets[role].secretArn, resumeTimeout);
  }

  /** How containers connect; the password is beside them, in `PGPASSWORD`. */
  urls(): Record<'DATABASE_URL' | 'DATABASE_READER_URL', string> {
    const { clusterEndpoint, clusterReadEndpoint } = this.cluster;
    const url = ({ socketAddress }: rds.Endpoint) =>
      `postgres://memory_application@${socketAddress}/${DATABASE_NAME}?sslmode=verify-full&sslrootcert=/etc/ssl/rds.pem`;
    return { DATABASE_URL: url(clusterEndpoint), DATABASE_READER_URL: url(clusterReadEndpoint) };
  }

  get applicationSecret(): rds.DatabaseSecret {
    return this.#secrets.application;
  }

  grantOwnership(grantee: LambdaFunction, resumeTimeout: Duration): void {
    this.#grant(grantee, this.#ownerSecretArn, resumeTimeout);
  }

  /** Lets a function that owns the schema give the other roles their passwords. */
  grantRoleMaking(grantee: LambdaFunction): void {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: Object.values(this.#secrets).map(({ secretArn }) => secretArn),
    });
    grantee.addEnvironment('DATABASE_APPLICATION_SECRET_ARN', this.#secrets.application.secretArn);
    grantee.addEnvironment('DATABASE_JOBS_SECRET_ARN', this.#secrets.jobs.secretArn);
  }

  #secret(id: string, { name, role }: { name: string; role: Role }): rds.DatabaseSecret {
    const secret = new rds.DatabaseSecret(this, id, {
      username: `memory_${role}`,
      secretName: `${name}/database-${role}`,
    });
    acknowledge(
      secret,
      'SMG4',
      'RUNBOOK.md says how it is changed: the role gets the new password from the migration, which nothing runs on a schedule.',
    );
    return secret;
  }

  #grant(grantee: LambdaFunction, secretArn: string, resumeTimeout: Duration): void {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['ExecuteStatement', 'BeginTransaction', 'CommitTransaction', 'RollbackTransaction'].map(
        (operation) => `rds-data:${operation}`,
      ),
      resourceArns: [this.cluster.clusterArn],
    });
    // The Data API logs in with the secret in the name of its caller.
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [secretArn],
    });
    grantee.addEnvironment('DATABASE_RESOURCE_ARN', this.cluster.clusterArn);
    grantee.addEnvironment('DATABASE_SECRET_ARN', secretArn);
    grantee.addEnvironment('DATABASE_NAME', DATABASE_NAME);
    grantee.addEnvironment('DATABASE_RESUME_TIMEOUT_MS', String(resumeTimeout.toMilliseconds()));
  }
}

/** Parts that a cluster cannot be without: they outlive the stack, but not a creation that is rolled back. */
const KEPT =
  /^AWS::(?:RDS::DB(?:Cluster|Instance|SubnetGroup)|SecretsManager::Secret|EC2::(?:VPC|Subnet|SecurityGroup))$/u;

function keepWithItsData(scope: Construct): void {
  for (const child of scope.node.findAll())
    if (child instanceof CfnResource && KEPT.test(child.cfnResourceType))
      child.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
}

function isolatedNetwork(
  scope: Construct,
  { logRetentionDays, isFronted }: { logRetentionDays: number; isFronted: boolean },
): ec2.Vpc {
  const network = new ec2.Vpc(scope, 'Network', {
    maxAzs: 2,
    natGateways: 0,
    subnetConfiguration: [
      { name: 'database', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 26 },
      ...(isFronted ? [{ name: 'front', subnetType: ec2.SubnetType.PUBLIC, cidrMask: 26 }] : []),
    ],
    ipAddresses: ec2.IpAddresses.cidr('10.40.0.0/24'),
  });
  const log = new logs.LogGroup(scope, 'NetworkLog', {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  network.addFlowLog('Flow', {
    destination: ec2.FlowLogDestination.toCloudWatchLogs(log),
    trafficType: ec2.FlowLogTrafficType.REJECT,
  });
  return network;
}
