import { bytesOf, lengthOf, numberOf, nameOf, type Limit, type Properties } from './limit.ts';

const ALARMS = 'AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html';
const CLOUDWATCH = 'AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html';
const LOGS = 'AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html';
const SNS_POLICIES = 'sns/latest/dg/sns-access-policy-language-api-permissions-reference.html';
const BUDGETS = 'cost-management/latest/userguide/management-limits.html';

/** Of alarms, dashboard, logs, topics and the budget. */
export const MONITORING_LIMITS: readonly Limit[] = [
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
    source: CLOUDWATCH,
    measure: ({ properties }) => [properties['Metrics']?.length],
  },
  {
    of: 'AWS::CloudWatch::Dashboard',
    what: 'metrics of a widget',
    most: 500,
    source: CLOUDWATCH,
    measure: ({ properties }) => metricsOfWidgets(properties),
  },
  {
    of: 'AWS::CloudWatch::Dashboard',
    what: 'metrics (AWS: 2,500; above 50 a dashboard costs 3 US dollars a month)',
    most: 50,
    source: 'AmazonCloudWatch/latest/monitoring/cloudwatch_billing.html',
    measure: ({ properties }) => [metricsOfWidgets(properties).reduce((sum, each) => sum + each, 0)],
  },
  { of: 'AWS::Logs::LogGroup', what: 'length of the name', most: 512, source: LOGS, measure: nameOf },
  {
    of: 'AWS::Logs::MetricFilter',
    what: 'filters of a log group',
    most: 100,
    source: 'AmazonCloudWatchLogs/latest/APIReference/API_PutMetricFilter.html',
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
    source: 'AWSCloudFormation/latest/UserGuide/aws-resource-sns-topic.html',
    measure: ({ properties }) => [lengthOf(properties['DisplayName'])],
  },
  {
    of: 'AWS::SNS::TopicPolicy',
    what: 'bytes',
    most: 30_720,
    source: SNS_POLICIES,
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
  {
    of: 'AWS::SNS::TopicPolicy',
    what: 'statements',
    most: 100,
    source: SNS_POLICIES,
    measure: ({ properties }) => [properties['PolicyDocument'].Statement.length],
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
];

/** Metrics that each widget of a dashboard shows. */
const metricsOfWidgets = ({ DashboardBody }: Properties): number[] =>
  JSON.parse(DashboardBody).widgets.map(({ properties }: Properties) => properties['metrics']?.length ?? 0);
