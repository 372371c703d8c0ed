import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { scheduleEntries } from '@memory/contracts';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { JobQueue } from './job-queue.ts';
import type { ServiceMetrics } from './service-metrics.ts';

export interface DashboardProps {
  name: string;
  api: IHttpApi;
  cluster: DatabaseCluster;
  queues: ReadonlyMap<string, JobQueue>;
  metrics: ServiceMetrics;
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
