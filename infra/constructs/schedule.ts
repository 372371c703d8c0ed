import { Duration, TimeZone } from 'aws-cdk-lib';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { SqsSendMessage } from 'aws-cdk-lib/aws-scheduler-targets';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Schedule as Row } from '@memory/contracts';

/** All hourly work at one minute: spread over the hour it would wake a sleeping database several times. */
const MINUTE = '7';

export interface ScheduleProps {
  description: string;
  every: Row['every'];
  /** The message. */
  input: object;
  queue: sqs.IQueue;
  deadLetters: sqs.Queue;
}

/** Sends a message to a job's queue at set times. */
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
