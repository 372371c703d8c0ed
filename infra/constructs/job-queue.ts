import { Aws, Duration, Stack, TimeZone } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { SqsSendMessage } from 'aws-cdk-lib/aws-scheduler-targets';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { JOB_ATTEMPTS, type Job, type Schedule as Row } from '@memory/contracts';
import { acknowledge } from '../acknowledge.ts';

/** SQS hides a message for this many times the function's timeout, so that a slow batch is not delivered a second time. */
const VISIBILITY_TIMEOUTS = 6;

/** Of the name of a queue of dead letters, behind that of the queue they come from; sqs.ts has the same. */
const DEAD_LETTERS = '-dead';

/** The service takes no smaller bound; a job that should run alone must bear a second one. */
const MAX_CONCURRENCY_LEAST = 2;

/** The queue of one row of the job table, with the queue that takes what failed at every attempt. */
export class JobQueue extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
  readonly #job: Job;

  /** @param queueName which its dead letters share, with something behind it */
  constructor(scope: Construct, id: string, { job, queueName }: { job: Job; queueName: string }) {
    super(scope, id);
    this.#job = job;
    const common = {
      enforceSSL: true,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
    };
    const sourceArn = Stack.of(this).formatArn({ service: 'sqs', resource: queueName });
    // By its name: the two queues would wait for each other.
    const source = sqs.Queue.fromQueueArn(this, 'Source', sourceArn);
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', {
      ...common,
      queueName: `${queueName}${DEAD_LETTERS}`,
      // Counted from the first sending, so that a dead letter keeps ten days at least.
      retentionPeriod: Duration.days(14),
      redriveAllowPolicy: { sourceQueues: [source] },
    });
    this.queue = new sqs.Queue(this, 'Queue', {
      ...common,
      queueName,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: Duration.seconds(job.timeoutSeconds * VISIBILITY_TIMEOUTS),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: JOB_ATTEMPTS },
    });
  }

  deliverTo(worker: LambdaFunction): void {
    const { batchSize, concurrency } = this.#job;
    worker.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        maxConcurrency: Math.max(MAX_CONCURRENCY_LEAST, concurrency),
        reportBatchItemFailures: true,
      }),
    );
  }

  grantSend(grantee: iam.IGrantable): void {
    iam.Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [this.queue.queueArn] });
  }
}

/**
 * Lets a function send to all queues whose names begin so, count their messages, and give dead letters back. By the prefix: a
 * list of queues would outgrow the 10,240 characters of a role with some 25 jobs.
 */
export function grantOperation(grantee: LambdaFunction, queuePrefix: string): void {
  const prefix = `arn:${Aws.PARTITION}:sqs:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const [all, dead] = [`${queuePrefix}*`, `${queuePrefix}*${DEAD_LETTERS}`];
  iam.Grant.addToPrincipal({
    grantee,
    actions: ['sqs:SendMessage', 'sqs:GetQueueAttributes'],
    resourceArns: [`${prefix}:${all}`],
  });
  iam.Grant.addToPrincipal({
    grantee,
    actions: ['sqs:StartMessageMoveTask', 'sqs:ReceiveMessage', 'sqs:DeleteMessage'],
    resourceArns: [`${prefix}:${dead}`],
  });
  if (!grantee.role) return;
  for (const name of [all, dead])
    acknowledge(
      grantee.role,
      `IAM5[Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${name}]`,
      'The queues of this deployment, which all begin so.',
    );
}

/** All hourly work at one minute: spread over the hour it would wake a sleeping database several times. */
const MINUTE = '7';

export interface ScheduleProps {
  description: string;
  every: Row['every'];
  input: object;
  queue: sqs.IQueue;
  deadLetters: sqs.Queue;
}

export class Schedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { description, every, input, queue, deadLetters }: ScheduleProps,
  ) {
    super(scope, id);
    new scheduler.Schedule(this, 'Schedule', {
      description,
      schedule: scheduler.ScheduleExpression.cron({ ...timesOf(every), timeZone: TimeZone.ETC_UTC }),
      target: new SqsSendMessage(queue, {
        input: scheduler.ScheduleTargetInput.fromObject(input),
        deadLetterQueue: deadLetters,
        retryAttempts: 3,
        maxEventAge: Duration.hours(1),
      }),
    });
  }
}

function timesOf(every: Row['every']): { hour: string; minute: string } {
  if ('day' in every) return { hour: String(every.day.hour), minute: String(every.day.minute) };
  if (every.minutes % 60 !== 0) throw new Error('A schedule is of whole hours.');
  return { hour: every.minutes === 60 ? '*' : `*/${every.minutes / 60}`, minute: MINUTE };
}
