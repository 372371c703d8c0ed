import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../support/stack/assembly.ts';
import type { Synthesized } from './assembly.ts';

/** Of whatever shape the kind of resource has. */
// oxlint-disable-next-line typescript/no-explicit-any -- a row knows the shape of its own kind, and a wrong one fails its test
type Properties = Record<string, any>;

/** What is measured of one resource: its id to name it by, its properties with all references resolved. */
interface Subject {
  id: string;
  resource: Resource;
  properties: Properties;
  stack: Synthesized;
}

/** A documented limit of a kind of resource. The source is a page of docs.aws.amazon.com. */
interface Limit {
  of: string;
  what: string;
  /** Inclusive. */
  most?: number;
  least?: number;
  source: string;
  /** All that has to lie within; nothing where a resource has no such thing. */
  measure: (subject: Subject) => (number | undefined)[];
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? value.length : undefined;
const numberOf = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
const nameOf = ({ stack, id }: Subject): number[] => [stack.resolver.nameOf(id).length];

const LAMBDA = 'lambda/latest/dg/gettingstarted-limits.html';
const SQS = 'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html';
const IAM = 'IAM/latest/UserGuide/reference_iam-quotas.html';
const GATEWAY = 'apigateway/latest/developerguide/http-api-quotas.html';
const RDS = 'AmazonRDS/latest/APIReference/API_CreateDBCluster.html';
const SERVERLESS = 'AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2-auto-pause.html';
const ALARMS = 'AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html';
const DASHBOARDS = 'AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html';
const LOGS = 'AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html';
const SCHEDULER = 'scheduler/latest/APIReference/API_CreateSchedule.html';
const S3 = 'AmazonS3/latest/userguide/bucketnamingrules.html';
const BUDGETS = 'cost-management/latest/userguide/management-limits.html';
const MAPPINGS = 'lambda/latest/api/API_CreateEventSourceMapping.html';

/** The limits of every kind of resource that the stack has. Where ours is below AWS's own, the room is for what comes. */
export const LIMITS: readonly Limit[] = [
  {
    of: 'AWS::Lambda::Function',
    what: 'bytes of all variables as JSON (AWS: 4,096)',
    most: 3_800,
    source: LAMBDA,
    measure: ({ properties }) => [bytesOf(properties['Environment']?.Variables ?? {})],
  },
  { of: 'AWS::Lambda::Function', what: 'length of the name', most: 64, source: LAMBDA, measure: nameOf },
  {
    of: 'AWS::Lambda::Function',
    what: 'length of the description',
    most: 256,
    source: 'lambda/latest/api/API_CreateFunction.html',
    measure: ({ properties }) => [lengthOf(properties['Description'])],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'seconds that a call may take',
    most: 900,
    source: LAMBDA,
    measure: ({ properties }) => [numberOf(properties['Timeout'])],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'MB of memory (new accounts: 3,008)',
    least: 128,
    most: 3_008,
    source: LAMBDA,
    measure: ({ properties }) => [numberOf(properties['MemorySize'])],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'bytes of the code, unpacked',
    most: 250 * 1_024 * 1_024,
    source: LAMBDA,
    measure: ({ id, stack }) => [sizeOf(stack.assembly.codeOf(id))],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'bytes of its resource-based policy',
    most: 20_480,
    source: LAMBDA,
    measure: ({ id, stack }) => [
      stack.assembly
        .ofType('AWS::Lambda::Permission')
        .filter(([, { Properties }]) => JSON.stringify(Properties['FunctionName']).includes(`"${id}"`))
        // As the service writes a statement around what it is given.
        .reduce((sum, [, { Properties }]) => sum + bytesOf(stack.resolver.resolve(Properties)) + 200, 0),
    ],
  },
  {
    of: 'AWS::Lambda::Permission',
    what: 'length of the source ARN',
    most: 150,
    source: 'lambda/latest/api/API_AddPermission.html',
    measure: ({ properties }) => [lengthOf(properties['SourceArn'])],
  },
  {
    of: 'AWS::Lambda::Version',
    what: 'length of the description',
    most: 256,
    source: 'lambda/latest/api/API_PublishVersion.html',
    measure: ({ properties }) => [lengthOf(properties['Description'])],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: 'messages in a batch without a window',
    least: 1,
    most: 10,
    source: MAPPINGS,
    measure: ({ properties }) => [
      properties['MaximumBatchingWindowInSeconds'] ? undefined : numberOf(properties['BatchSize']),
    ],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: 'seconds of a window',
    least: 0,
    most: 300,
    source: MAPPINGS,
    measure: ({ properties }) => [numberOf(properties['MaximumBatchingWindowInSeconds'])],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: 'calls at once',
    least: 2,
    most: 1_000,
    source: 'lambda/latest/api/API_ScalingConfig.html',
    measure: ({ properties }) => [numberOf(properties['ScalingConfig']?.MaximumConcurrency)],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: "times the function's timeout for which the queue hides a message (refused below 1, advised from 6)",
    least: 6,
    source: 'lambda/latest/dg/services-sqs-configure.html',
    measure: ({ resource, stack }) => {
      const [queue = ''] = (resource.Properties['EventSourceArn'] as { 'Fn::GetAtt': string[] })[
        'Fn::GetAtt'
      ];
      const worker = (resource.Properties['FunctionName'] as { Ref: string }).Ref;
      const { VisibilityTimeout } = stack.assembly.resource(queue).Properties;
      return [Number(VisibilityTimeout) / Number(stack.assembly.resource(worker).Properties['Timeout'])];
    },
  },
  { of: 'AWS::SQS::Queue', what: 'length of the name', most: 80, source: SQS, measure: nameOf },
  {
    of: 'AWS::SQS::Queue',
    what: 'characters of the name other than letters, digits, - and _',
    most: 0,
    source: SQS,
    measure: ({ stack, id }) => [stack.resolver.nameOf(id).replaceAll(/[\w-]/gu, '').length],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'seconds that a message is hidden',
    least: 0,
    most: 43_200,
    source: SQS,
    measure: ({ properties }) => [numberOf(properties['VisibilityTimeout'])],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'seconds that a message is kept',
    least: 60,
    most: 1_209_600,
    source: SQS,
    measure: ({ properties }) => [numberOf(properties['MessageRetentionPeriod'])],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'deliveries before a message is a dead letter (AWS advises five, since throttled polls count)',
    least: 5,
    most: 1_000,
    source: 'lambda/latest/dg/services-sqs-configure.html',
    measure: ({ properties }) => [numberOf(properties['RedrivePolicy']?.maxReceiveCount)],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'queues that may name it as their queue of dead letters',
    least: 1,
    most: 10,
    source: 'AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html',
    measure: ({ properties }) => [properties['RedriveAllowPolicy']?.sourceQueueArns?.length],
  },
  {
    of: 'AWS::SQS::QueuePolicy',
    what: 'bytes',
    most: 8_192,
    source: 'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html',
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
  {
    of: 'AWS::SQS::QueuePolicy',
    what: 'statements',
    most: 20,
    source: 'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html',
    measure: ({ properties }) => [properties['PolicyDocument'].Statement.length],
  },
  {
    of: 'AWS::IAM::Role',
    what: 'characters of all inline policies (AWS: 10,240)',
    most: 9_500,
    source: IAM,
    measure: ({ properties }) => [
      (properties['Policies'] ?? []).reduce(
        (sum: number, { PolicyDocument }: { PolicyDocument: unknown }) => sum + bytesOf(PolicyDocument),
        0,
      ),
    ],
  },
  { of: 'AWS::IAM::Role', what: 'length of the name', most: 64, source: IAM, measure: nameOf },
  {
    of: 'AWS::IAM::Role',
    what: 'characters of the trust policy',
    most: 2_048,
    source: IAM,
    measure: ({ properties }) => [bytesOf(properties['AssumeRolePolicyDocument'])],
  },
  {
    of: 'AWS::IAM::Role',
    what: 'managed policies',
    most: 10,
    source: IAM,
    measure: ({ properties }) => [properties['ManagedPolicyArns']?.length],
  },
  {
    of: 'AWS::IAM::Policy',
    what: 'characters of a policy of its own',
    most: 9_500,
    source: IAM,
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'routes of an API',
    most: 300,
    source: GATEWAY,
    measure: ({ stack }) => [stack.assembly.ofType('AWS::ApiGatewayV2::Route').length],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'integrations of an API',
    most: 300,
    source: GATEWAY,
    measure: ({ stack }) => [stack.assembly.ofType('AWS::ApiGatewayV2::Integration').length],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'length of the name',
    most: 128,
    source: GATEWAY,
    measure: ({ properties }) => [lengthOf(properties['Name'])],
  },
  {
    of: 'AWS::ApiGatewayV2::Route',
    what: 'slashes at the end of a path, which the service refuses',
    most: 0,
    source: 'apigateway/latest/developerguide/http-api-develop-routes.html',
    measure: ({ properties }) => [Number(/.\/$/u.test(properties['RouteKey']))],
  },
  {
    of: 'AWS::ApiGatewayV2::Integration',
    what: 'seconds of its function, below the 30 of the gateway',
    most: 29,
    source: GATEWAY,
    measure: ({ resource, stack }) => {
      const [id = ''] = (resource.Properties['IntegrationUri'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
      return [Number(stack.assembly.resource(id).Properties['Timeout'])];
    },
  },
  {
    of: 'AWS::ApiGatewayV2::Stage',
    what: 'requests a second',
    most: 10_000,
    source: GATEWAY,
    measure: ({ properties }) => [properties['DefaultRouteSettings']?.ThrottlingRateLimit],
  },
  {
    of: 'AWS::ApiGatewayV2::Stage',
    what: 'bytes of the form of a line of the access log',
    most: 3_072,
    source: GATEWAY,
    measure: ({ properties }) => [bytesOf(properties['AccessLogSettings']?.Format)],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'length of the name',
    least: 1,
    most: 63,
    source: RDS,
    measure: nameOf,
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'length of the name of its database',
    least: 1,
    most: 64,
    source: RDS,
    measure: ({ properties }) => [lengthOf(properties['DatabaseName'])],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: "length of the owner's name",
    least: 1,
    most: 16,
    source: RDS,
    measure: ({ properties }) => [lengthOf(properties['MasterUsername'])],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'days of backups',
    least: 1,
    most: 35,
    source: RDS,
    measure: ({ properties }) => [numberOf(properties['BackupRetentionPeriod'])],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'half capacity units, whole',
    most: 0,
    source: 'AmazonRDS/latest/APIReference/API_ServerlessV2ScalingConfiguration.html',
    measure: ({ properties }) =>
      Object.entries(properties['ServerlessV2ScalingConfiguration'] as Record<string, number>)
        .filter(([name]) => name.endsWith('Capacity'))
        .map(([, units]) => (units * 2) % 1),
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'capacity units at most',
    least: 1,
    most: 256,
    source: 'AmazonRDS/latest/APIReference/API_ServerlessV2ScalingConfiguration.html',
    measure: ({ properties }) => [properties['ServerlessV2ScalingConfiguration'].MaxCapacity],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'idle seconds until it pauses',
    least: 300,
    most: 86_400,
    source: SERVERLESS,
    measure: ({ properties }) => [properties['ServerlessV2ScalingConfiguration'].SecondsUntilAutoPause],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'minor version of 17 from which there is a Data API',
    least: 4,
    source: 'AmazonRDS/latest/AuroraUserGuide/Concepts.Aurora_Fea_Regions_DB-eng.Feature.Data_API.html',
    measure: ({ properties }) => {
      const [major, minor] = String(properties['EngineVersion']).split('.').map(Number);
      return [major === 17 ? minor : undefined];
    },
  },
  {
    of: 'AWS::RDS::DBInstance',
    what: 'days that Performance Insights keeps what it has seen without charge',
    most: 7,
    source: 'AmazonRDS/latest/APIReference/API_CreateDBInstance.html',
    measure: ({ properties }) => [numberOf(properties['PerformanceInsightsRetentionPeriod'])],
  },
  {
    of: 'AWS::RDS::DBSubnetGroup',
    what: 'subnets, of two zones at least',
    least: 2,
    most: 20,
    source: 'AmazonRDS/latest/AuroraUserGuide/USER_VPC.WorkingWithRDSInstanceinaVPC.html',
    measure: ({ properties }) => [properties['SubnetIds'].length],
  },
  {
    of: 'AWS::SecretsManager::Secret',
    what: 'length of the name',
    least: 1,
    most: 512,
    source: 'secretsmanager/latest/userguide/reference_limits.html',
    measure: nameOf,
  },
  { of: 'AWS::S3::Bucket', what: 'length of the name', least: 3, most: 63, source: S3, measure: nameOf },
  {
    of: 'AWS::S3::Bucket',
    what: 'capital letters in the name',
    most: 0,
    source: S3,
    measure: ({ stack, id }) => [stack.resolver.nameOf(id).replaceAll(/[^A-Z_]/gu, '').length],
  },
  {
    of: 'AWS::S3::Bucket',
    what: 'rules for origins',
    most: 100,
    source: 'AmazonS3/latest/userguide/cors.html',
    measure: ({ properties }) => [properties['CorsConfiguration']?.CorsRules.length],
  },
  {
    of: 'AWS::S3::BucketPolicy',
    what: 'bytes',
    most: 20_480,
    source: 'AmazonS3/latest/userguide/bucket-policies.html',
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'length of the name',
    least: 1,
    most: 64,
    source: SCHEDULER,
    measure: nameOf,
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'length of the description',
    most: 512,
    source: SCHEDULER,
    measure: ({ properties }) => [lengthOf(properties['Description'])],
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'seconds that an event may wait',
    least: 60,
    most: 86_400,
    source: SCHEDULER,
    measure: ({ properties }) => [properties['Target'].RetryPolicy?.MaximumEventAgeInSeconds],
  },
  {
    of: 'AWS::Scheduler::Schedule',
    what: 'repeats of an event',
    least: 0,
    most: 185,
    source: SCHEDULER,
    measure: ({ properties }) => [properties['Target'].RetryPolicy?.MaximumRetryAttempts],
  },
  {
    of: 'AWS::CloudWatch::Alarm',
    what: 'length of the name',
    least: 1,
    most: 255,
    source: ALARMS,
    measure: nameOf,
  },
  {
    of: 'AWS::CloudWatch::Alarm',
    what: 'length of the description',
    most: 1_024,
    source: ALARMS,
    measure: ({ properties }) => [lengthOf(properties['AlarmDescription'])],
  },
  {
    of: 'AWS::CloudWatch::Alarm',
    what: 'actions of a state',
    most: 5,
    source: ALARMS,
    measure: ({ properties }) => [properties['AlarmActions'].length, properties['OKActions']?.length],
  },
  {
    of: 'AWS::CloudWatch::Alarm',
    what: 'seconds that it looks back on',
    most: 86_400,
    source: ALARMS,
    measure: ({ properties }) => [
      numberOf(properties['EvaluationPeriods'])! *
        (properties['Period'] ?? properties['Metrics']?.[1]?.MetricStat?.Period ?? 300),
    ],
  },
  {
    of: 'AWS::CloudWatch::Alarm',
    what: 'metrics in its expression',
    most: 10,
    source: ALARMS,
    measure: ({ properties }) => [properties['Metrics']?.length],
  },
  {
    of: 'AWS::CloudWatch::Dashboard',
    what: 'widgets',
    most: 500,
    source: DASHBOARDS,
    measure: ({ properties }) => [JSON.parse(properties['DashboardBody']).widgets.length],
  },
  {
    of: 'AWS::CloudWatch::Dashboard',
    what: 'metrics (AWS: 2,500; above 50 a dashboard costs 3 US dollars a month)',
    most: 50,
    source: 'AmazonCloudWatch/latest/monitoring/cloudwatch_billing.html',
    measure: ({ properties }) => [
      JSON.parse(properties['DashboardBody']).widgets.reduce(
        (sum: number, widget: Properties) => sum + (widget['properties'].metrics?.length ?? 0),
        0,
      ),
    ],
  },
  { of: 'AWS::Logs::LogGroup', what: 'length of the name', most: 512, source: LOGS, measure: nameOf },
  {
    of: 'AWS::Logs::MetricFilter',
    what: 'filters of a log group',
    most: 100,
    source: LOGS,
    measure: ({ stack }) => [stack.assembly.ofType('AWS::Logs::MetricFilter').length],
  },
  {
    of: 'AWS::Logs::MetricFilter',
    what: 'length of the pattern',
    most: 1_024,
    source: 'AmazonCloudWatchLogs/latest/APIReference/API_PutMetricFilter.html',
    measure: ({ properties }) => [lengthOf(properties['FilterPattern'])],
  },
  {
    of: 'AWS::SNS::Topic',
    what: 'length of the name',
    most: 256,
    source: 'sns/latest/api/API_CreateTopic.html',
    measure: nameOf,
  },
  {
    of: 'AWS::SNS::Topic',
    what: 'length of the name that mails show',
    most: 100,
    source: 'sns/latest/api/API_CreateTopic.html',
    measure: ({ properties }) => [lengthOf(properties['DisplayName'])],
  },
  {
    of: 'AWS::SNS::TopicPolicy',
    what: 'bytes',
    most: 30_720,
    source: 'sns/latest/dg/sns-access-policy-use-cases.html',
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
  {
    of: 'AWS::Budgets::Budget',
    what: 'length of the name',
    most: 100,
    source: BUDGETS,
    measure: ({ properties }) => [lengthOf(properties['Budget'].BudgetName)],
  },
  {
    of: 'AWS::Budgets::Budget',
    what: 'notifications',
    most: 10,
    source: BUDGETS,
    measure: ({ properties }) => [properties['NotificationsWithSubscribers'].length],
  },
  {
    of: 'AWS::EC2::VPC',
    what: 'bits of the network',
    least: 16,
    most: 28,
    source: 'vpc/latest/userguide/vpc-cidr-blocks.html',
    measure: ({ properties }) => [Number(String(properties['CidrBlock']).split('/')[1])],
  },
  {
    of: 'AWS::EC2::Subnet',
    what: 'bits of a subnet',
    least: 16,
    most: 28,
    source: 'vpc/latest/userguide/subnet-sizing.html',
    measure: ({ properties }) => [Number(String(properties['CidrBlock']).split('/')[1])],
  },
  {
    of: 'AWS::EC2::SecurityGroup',
    what: 'rules of a direction',
    most: 60,
    source: 'vpc/latest/userguide/amazon-vpc-limits.html',
    measure: ({ properties }) => [
      properties['SecurityGroupEgress']?.length,
      properties['SecurityGroupIngress']?.length,
    ],
  },
  {
    of: 'AWS::EC2::SecurityGroup',
    what: 'length of the description',
    most: 255,
    source: 'AWSEC2/latest/APIReference/API_CreateSecurityGroup.html',
    measure: ({ properties }) => [lengthOf(properties['GroupDescription'])],
  },
  {
    of: 'Custom::Trigger',
    what: 'milliseconds, of the 15 minutes that a function has',
    most: 900_000,
    source: LAMBDA,
    measure: ({ properties }) => [numberOf(properties['Timeout'])],
  },
];

/** Kinds that join two others and have no size of their own. */
export const WITHOUT_LIMITS: readonly string[] = [
  'AWS::CDK::Metadata',
  'AWS::EC2::FlowLog',
  'AWS::EC2::RouteTable',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::SNS::Subscription',
];

/** What breaks a limit, in words. */
export function breaches(
  stack: Synthesized,
  { of, what, most = Infinity, least = -Infinity, measure }: Limit,
): string[] {
  return stack.assembly.ofType(of).flatMap(([id, resource]) => {
    const properties = stack.resolver.resolve(resource.Properties) as Properties;
    return measure({ id, resource, properties, stack })
      .filter((value) => value !== undefined)
      .filter((value) => !(value >= least && value <= most))
      .map((value) => `${stack.assembly.stackName} ${id}: ${value} ${what}`);
  });
}

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true })
    .map((file) => statSync(join(directory, String(file))))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
