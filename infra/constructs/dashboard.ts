import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { DatabaseCluster } from 'aws-cdk-lib/aws-rds';
import type { Construct } from 'constructs';
import type { JobQueue } from './job-queue.ts';

export interface DashboardProps {
  name: string;
  api: HttpApi;
  cluster: DatabaseCluster;
  queues: ReadonlyMap<string, JobQueue>;
  defects: cloudwatch.IMetric;
  embeddingFailures: cloudwatch.IMetric;
}

/** One page that says how the service is. */
export class Dashboard extends cloudwatch.Dashboard {
  constructor(
    scope: Construct,
    id: string,
    { name, api, cluster, queues, defects, embeddingFailures }: DashboardProps,
  ) {
    super(scope, id, { dashboardName: name });
    const named = (read: (queue: JobQueue) => cloudwatch.Metric) =>
      [...queues].map(([label, queue]) => read(queue).with({ label }));
    const graph = (title: string, left: cloudwatch.IMetric[]) =>
      new cloudwatch.GraphWidget({ title, left, width: 8, height: 6 });
    this.addWidgets(
      graph('Requests', [api.metricCount()]),
      graph('Latency', [
        api.metricLatency({ statistic: 'p50', label: 'p50' }),
        api.metricLatency({ statistic: 'p95', label: 'p95' }),
        api.metricLatency({ statistic: 'p99', label: 'p99' }),
      ]),
      graph('Errors', [api.metricClientError(), api.metricServerError(), defects]),
    );
    this.addWidgets(
      graph(
        'Messages waiting',
        named(({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
      ),
      graph(
        'Age of the oldest message',
        named(({ queue }) => queue.metricApproximateAgeOfOldestMessage()),
      ),
      graph(
        'Dead letters',
        named(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
      ),
    );
    this.addWidgets(
      graph('Embedding failures', [embeddingFailures]),
      graph('Database capacity (ACU)', [
        cluster.metricServerlessDatabaseCapacity(),
        cluster.metricACUUtilization(),
      ]),
      graph('Database CPU', [cluster.metricCPUUtilization()]),
    );
  }
}
