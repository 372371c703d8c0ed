import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';
import * as sns from 'aws-cdk-lib/aws-sns';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Environment } from '../environments.ts';
import { Dashboard, FIVE_MINUTES, serviceMetrics } from './dashboard.ts';
import type { JobQueue } from './job-queue.ts';

/** Of `max_connections`, which Aurora holds at 2,000 where the cluster may go down to 0 or 0.5 ACU: four fifths. */
const CONNECTIONS_MAX = 1_600;

/** Reads that find their page in memory, %; below it a search reads from storage (README, "10,000 workspaces"). */
const CACHE_HITS_LEAST = 90;

/** Functions of a kind share a log group: one place to search, and a request is followed from function to function. */
const KINDS = ['api', 'jobs', 'operations'] as const;
export type FunctionKind = (typeof KINDS)[number];

export interface Watched {
  api: IHttpApi;
  cluster: DatabaseCluster;
  queues: ReadonlyMap<string, JobQueue>;
  scheduleDeadLetters: IQueue;
}

/** Logs, what is counted in them, alarms and where they go, and the dashboard. */
export class Monitoring extends Construct {
  readonly #name: string;
  readonly #environment: Environment;
  readonly #topic: sns.Topic;
  readonly #groups: ReadonlyMap<FunctionKind, logs.LogGroup>;

  constructor(
    scope: Construct,
    id: string,
    { name, environment }: { name: string; environment: Environment },
  ) {
    super(scope, id);
    this.#name = name;
    this.#environment = environment;
    const { alarmEmail, monthlyBudgetUsd } = environment;
    if (environment.protected && !alarmEmail)
      throw new Error(
        `${name} is protected, so somebody has to hear of its alarms: set alarmEmail in infra/environments.ts, or ALARM_EMAIL.`,
      );
    this.#topic = new sns.Topic(this, 'Alarms', { displayName: `${name} alarms`, enforceSSL: true });
    // The policy above takes the place of the one that lets the account publish: without this, no alarm would arrive.
    this.#topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmEmail) this.#topic.addSubscription(new EmailSubscription(alarmEmail));
    if (alarmEmail && monthlyBudgetUsd !== undefined)
      new CfnBudget(this, 'Budget', budget({ name, usd: monthlyBudgetUsd, email: alarmEmail }));
    this.#groups = new Map(
      KINDS.map((kind) => [
        kind,
        new logs.LogGroup(this, `${kind}Log`, {
          logGroupName: `/workspace-memory/${name}/${kind}`,
          retention: environment.logRetentionDays,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      ]),
    );
  }

  logGroup(kind: FunctionKind): logs.LogGroup {
    const group = this.#groups.get(kind);
    if (!group) throw new Error(`There is no log of ${kind}.`);
    return group;
  }

  /** @returns the alarms that say that requests fail */
  watch({ api, cluster, queues, scheduleDeadLetters }: Watched): { errors: Alarm[] } {
    const metrics = serviceMetrics({
      namespace: `WorkspaceMemory/${this.#name}`,
      api,
      cluster,
      logs: { api: this.logGroup('api'), jobs: this.logGroup('jobs') },
    });
    const errors = [
      this.#alarm({ entry: 'api-errors', metric: metrics.errorRate, above: 1 }),
      this.#alarm({ entry: 'defects', metric: metrics.defects, above: 0 }),
    ];
    this.#alarm({
      entry: 'database-capacity',
      metric: metrics.databaseCapacity,
      above: 90,
      periods: 3,
    });
    this.#alarm({ entry: 'lost-schedules', metric: waiting(scheduleDeadLetters), above: 0 });
    for (const [subject, { queue, deadLetters }] of queues) {
      this.#alarm({ entry: 'dead-letters', subject, metric: waiting(deadLetters), above: 0 });
      this.#alarm({
        entry: 'queue-age',
        subject,
        metric: queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        above: 3_600,
        periods: 3,
      });
    }
    if (this.#environment.alarms === 'full') {
      this.#alarm({
        entry: 'api-latency',
        metric: metrics.latency('p95'),
        above: 5_000,
        periods: 3,
      });
      this.#alarm({ entry: 'embedding-failures', metric: metrics.embeddingFailures, above: 20, periods: 3 });
      this.#alarm({
        entry: 'throttled-functions',
        metric: metrics.throttles,
        above: 0,
        periods: 2,
      });
      this.#alarm({
        entry: 'concurrency',
        metric: metrics.concurrency,
        above: Math.floor(0.8 * this.#environment.lambdaConcurrency),
        periods: 2,
      });
      this.#alarm({ entry: 'database-errors', metric: metrics.databaseErrors, above: 5, periods: 2 });
      this.#alarm({ entry: 'slow-statements', metric: metrics.slowStatements, above: 5, periods: 3 });
      this.#alarm({
        entry: 'database-connections',
        metric: metrics.connections,
        above: CONNECTIONS_MAX,
        periods: 2,
      });
      this.#alarm({
        entry: 'database-cache',
        metric: metrics.cacheHits,
        below: CACHE_HITS_LEAST,
        periods: 12,
      });
    }
    new Dashboard(this, 'Dashboard', {
      name: this.#name,
      api,
      cluster,
      queues,
      metrics,
      log: this.logGroup('api'),
    });
    return { errors };
  }

  #alarm(props: Omit<AlarmProps, 'deployment' | 'topic'>): Alarm {
    return new Alarm(this, [props.entry, props.subject].filter(Boolean).join('-'), {
      ...props,
      deployment: this.#name,
      topic: this.#topic,
    });
  }
}

const budget = ({ name, usd, email }: { name: string; usd: number; email: string }) => ({
  budget: {
    budgetName: name,
    budgetType: 'COST',
    timeUnit: 'MONTHLY',
    budgetLimit: { amount: usd, unit: 'USD' },
  },
  notificationsWithSubscribers: [
    { notificationType: 'ACTUAL', threshold: 80 },
    { notificationType: 'FORECASTED', threshold: 100 },
  ].map((notification) => ({
    notification: { ...notification, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  })),
});

const waiting = (queue: IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: 'Maximum' });

/** The headings of RUNBOOK.md: what each kind of alarm means and how to mend it stands there. */
type RunbookEntry =
  | 'api-errors'
  | 'api-latency'
  | 'defects'
  | 'throttled-functions'
  | 'concurrency'
  | 'dead-letters'
  | 'queue-age'
  | 'lost-schedules'
  | 'embedding-failures'
  | 'database-capacity'
  | 'database-errors'
  | 'slow-statements'
  | 'database-connections'
  | 'database-cache';

interface AlarmProps {
  entry: RunbookEntry;
  /** Its subject, where an entry has several alarms. */
  subject?: string;
  deployment: string;
  metric: cloudwatch.IMetric;
  /** It rises when the metric is above, or below, this for so many of its periods. */
  above?: number;
  below?: number;
  periods?: number;
  topic: ITopic;
}

/** An alarm whose description leads to its line in the runbook; silence counts as health. */
class Alarm extends cloudwatch.Alarm {
  constructor(
    scope: Construct,
    id: string,
    { entry, subject, deployment, metric, above, below, periods = 1, topic }: AlarmProps,
  ) {
    super(scope, id, {
      alarmName: [deployment, entry, subject].filter(Boolean).join('-'),
      alarmDescription: `infra/RUNBOOK.md#${entry}`,
      metric,
      threshold: above ?? below ?? 0,
      comparisonOperator:
        above === undefined
          ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
          : cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}
