import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';

export const FIVE_MINUTES = Duration.minutes(5);

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

export interface MetricSources {
  namespace: string;
  api: IHttpApi;
  cluster: DatabaseCluster;
  /** Of the functions that answer requests, and of those that do jobs. */
  logs: { api: logs.LogGroup; jobs: logs.LogGroup };
}

/** Metrics beside those of the queues: the alarms and the dashboard read the same. */
export function serviceMetrics({ namespace, api, cluster, logs: groups }: MetricSources) {
  /** Lines of a log, counted over five minutes. */
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
