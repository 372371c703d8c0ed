import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

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

export interface AlarmProps {
  entry: RunbookEntry;
  /** Its subject, where an entry has several alarms. */
  subject?: string;
  /** Name of the deployment. */
  deployment: string;
  metric: cloudwatch.IMetric;
  /** It rises when the metric is above, or below, this for so many of its periods. */
  above?: number;
  below?: number;
  periods?: number;
  topic: ITopic;
}

/** An alarm whose description leads to its line in the runbook; silence counts as health. */
export class Alarm extends cloudwatch.Alarm {
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
