import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';
import type { Construct } from 'constructs';
import { scheduleEntries } from '@memory/contracts';
import type { JobQueue } from './job-queue.ts';

export interface DashboardProps {
  name: string;
  api: IHttpApi;
  cluster: DatabaseCluster;
  queues: ReadonlyMap<string, JobQueue>;
  metrics: ReturnType<typeof serviceMetrics>;
  /** Of the functions that answer requests. */
  log: ILogGroup;
}

/** Their messages come from a schedule, one at a time, and are gone within seconds: only dead letters of theirs tell anything. */
const SCHEDULED = new Set<string>(scheduleEntries.map(([, { job }]) => job));

/** One page that says how the service is. It shows fewer than fifty metrics, since one with more costs 3 US dollars a month. */
export class Dashboard extends cloudwatch.Dashboard {
  constructor(scope: Construct, id: string, { name, api, cluster, queues, metrics, log }: DashboardProps) {
    super(scope, id, { dashboardName: name });
    const working = [...queues].filter(([job]) => !SCHEDULED.has(job));
    const named = (shown: [string, JobQueue][], read: (queue: JobQueue) => cloudwatch.Metric) =>
      shown.map(([label, queue]) => read(queue).with({ label }));
    const graph = (title: string, left: cloudwatch.IMetric[]) =>
      new cloudwatch.GraphWidget({ title, left, width: 8, height: 6 });
    this.addWidgets(
      graph('Requests', [api.metricCount()]),
      graph('Latency', [metrics.latency('p50'), metrics.latency('p95'), metrics.latency('p99')]),
      graph('Errors', [
        api.metricClientError(),
        api.metricServerError(),
        metrics.defects,
        metrics.databaseErrors,
        metrics.slowStatements,
      ]),
    );
    this.addWidgets(
      graph(
        'Messages waiting',
        named(working, ({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
      ),
      graph(
        'Age of the oldest message',
        named(working, ({ queue }) => queue.metricApproximateAgeOfOldestMessage()),
      ),
      graph(
        'Dead letters',
        named([...queues], ({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
      ),
    );
    this.addWidgets(
      graph('Embedding failures', [metrics.embeddingFailures]),
      graph('Database capacity (ACU)', [
        cluster.metricServerlessDatabaseCapacity(),
        metrics.databaseCapacity,
      ]),
      graph('Database CPU', [cluster.metricCPUUtilization()]),
    );
    this.addWidgets(
      graph('Database connections', [metrics.connections]),
      graph('Database cache hits (%)', [metrics.cacheHits]),
      graph('Concurrent functions of the account', [metrics.concurrency]),
    );
    this.addWidgets(
      new cloudwatch.LogQueryWidget({
        title: 'Answers of the database that failed, by name',
        logGroupNames: [log.logGroupName],
        queryLines: [
          'filter ispresent(failure.name)',
          'stats count(*) as requests by failure.name, failure.sqlState',
          'sort requests desc',
        ],
        width: 24,
        height: 6,
      }),
    );
  }
}

export const FIVE_MINUTES = Duration.minutes(5);

export interface MetricSources {
  namespace: string;
  api: IHttpApi;
  cluster: DatabaseCluster;
  logs: { api: logs.LogGroup; jobs: logs.LogGroup };
}

/** Metrics beside those of the queues: the alarms and the dashboard read the same. */
export function serviceMetrics({ namespace, api, cluster, logs: groups }: MetricSources) {
  const count = (metricName: string, group: logs.LogGroup, ...terms: [field: string, value: string][]) =>
    group
      .addMetricFilter(metricName, {
        metricNamespace: namespace,
        metricName,
        filterPattern: logs.FilterPattern.all(
          ...terms.map(([field, value]) => logs.FilterPattern.stringValue(`$.${field}`, '=', value)),
        ),
      })
      .metric({ statistic: 'Sum', period: FIVE_MINUTES });
  return {
    errorRate: errorRate(api),
    latency: (statistic: 'p50' | 'p95' | 'p99') =>
      api.metricLatency({ period: FIVE_MINUTES, statistic, label: statistic }),
    defects: count('Defects', groups.api, ['message', 'The request failed']),
    embeddingFailures: count(
      'EmbeddingFailures',
      groups.jobs,
      ['message', 'The job failed'],
      ['job', 'generateEmbedding'],
    ),
    slowStatements: count('SlowStatements', groups.api, ['message', 'A statement was slow']),
    databaseErrors: count('DatabaseErrors', groups.api, ['message', 'The database did not answer']),
    databaseCapacity: cluster.metricACUUtilization({ period: FIVE_MINUTES, statistic: 'Average' }),
    connections: cluster.metricDatabaseConnections({ period: FIVE_MINUTES, statistic: 'Maximum' }),
    cacheHits: cluster.metric('BufferCacheHitRatio', { period: FIVE_MINUTES, statistic: 'Average' }),
    concurrency: ofAllFunctions('ClaimedAccountConcurrency', 'Maximum'),
    throttles: ofAllFunctions('Throttles', 'Sum'),
  };
}

/** Answers of 500 and above in a hundred, and none while there are five or fewer: a lone failure of few requests is no outage. */
const errorRate = (api: IHttpApi) =>
  new cloudwatch.MathExpression({
    expression: 'IF(errors > 5, 100 * errors / requests, 0)',
    usingMetrics: {
      errors: api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum' }),
      requests: api.metricCount({ period: FIVE_MINUTES, statistic: 'Sum' }),
    },
    label: 'errors (%)',
    period: FIVE_MINUTES,
  });

/** Of the whole account and Region. */
const ofAllFunctions = (metricName: string, statistic: string) =>
  new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: FIVE_MINUTES });
