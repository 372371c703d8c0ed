import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Environment } from '../environments.ts';
import { Alarm, type AlarmProps } from './alarm.ts';
import { Dashboard } from './dashboard.ts';
import type { JobQueue } from './job-queue.ts';

const FIVE_MINUTES = Duration.minutes(5);

/** Functions of a kind share a log group: one place to search, and a request is followed from function to function. */
const KINDS = ['api', 'jobs', 'operations'] as const;
export type FunctionKind = (typeof KINDS)[number];

export interface Watched {
  api: HttpApi;
  cluster: DatabaseCluster;
  queues: ReadonlyMap<string, JobQueue>;
  scheduleDeadLetters: IQueue;
}

/** Logs, what is counted in them, alarms and where they go, and the dashboard. */
export class Monitoring extends Construct {
  readonly #name: string;
  readonly #topic: sns.Topic;
  readonly #groups: ReadonlyMap<FunctionKind, logs.LogGroup>;

  constructor(
    scope: Construct,
    id: string,
    { name, environment }: { name: string; environment: Environment },
  ) {
    super(scope, id);
    this.#name = name;
    this.#topic = new sns.Topic(this, 'Alarms', { displayName: `${name} alarms`, enforceSSL: true });
    if (environment.alarmEmail) this.#topic.addSubscription(new EmailSubscription(environment.alarmEmail));
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

  watch({ api, cluster, queues, scheduleDeadLetters }: Watched): void {
    const defects = this.#count(
      'Defects',
      'api',
      logs.FilterPattern.stringValue('$.message', '=', 'The request failed'),
    );
    const embeddingFailures = this.#count(
      'EmbeddingFailures',
      'jobs',
      logs.FilterPattern.all(
        logs.FilterPattern.stringValue('$.message', '=', 'The job failed'),
        logs.FilterPattern.stringValue('$.job', '=', 'generateEmbedding'),
      ),
    );
    this.#alarm({ entry: 'api-errors', metric: api.metricServerError({ period: FIVE_MINUTES }), above: 5 });
    this.#alarm({
      entry: 'api-latency',
      metric: api.metricLatency({ period: FIVE_MINUTES, statistic: 'p95' }),
      above: 5_000,
      periods: 3,
    });
    this.#alarm({ entry: 'defects', metric: defects, above: 0 });
    this.#alarm({ entry: 'embedding-failures', metric: embeddingFailures, above: 20, periods: 3 });
    this.#alarm({
      entry: 'throttled-functions',
      metric: new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: FIVE_MINUTES,
      }),
      above: 0,
      periods: 2,
    });
    this.#alarm({
      entry: 'database-capacity',
      metric: cluster.metricACUUtilization({ period: FIVE_MINUTES, statistic: 'Average' }),
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
    new Dashboard(this, 'Dashboard', { name: this.#name, api, cluster, queues, defects, embeddingFailures });
  }

  #alarm(props: Omit<AlarmProps, 'deployment' | 'topic'>): void {
    new Alarm(this, [props.entry, props.subject].filter(Boolean).join('-'), {
      ...props,
      deployment: this.#name,
      topic: this.#topic,
    });
  }

  /** Lines of a log, counted over five minutes. */
  #count(metricName: string, kind: FunctionKind, filterPattern: logs.IFilterPattern): cloudwatch.Metric {
    const metricNamespace = `WorkspaceMemory/${this.#name}`;
    return this.logGroup(kind)
      .addMetricFilter(metricName, { metricNamespace, metricName, filterPattern })
      .metric({ statistic: 'Sum', period: FIVE_MINUTES });
  }
}

const waiting = (queue: IQueue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: 'Maximum' });
