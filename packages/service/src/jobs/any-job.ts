import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { jobEntries, type JobName } from '@memory/contracts';
import { describeDefect } from '../logging/logger.ts';
import { jobServices, type JobHandler } from './job.ts';

/** A Lambda handler for the queue that jobs share: each message goes to the handler of its job. */
export function anyJob(handlers: (name: JobName) => Promise<JobHandler>): JobHandler {
  return async (event, context) => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records)
      try {
        const { name, body } = addressee(record);
        const handler = await handlers(name);
        const answer = await handler({ Records: [{ ...record, body }] } satisfies SQSEvent, context);
        batchItemFailures.push(...answer.batchItemFailures);
      } catch (error) {
        const { log } = await jobServices(context);
        log.error('The message cannot be read', { error: describeDefect(error) });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    return { batchItemFailures };
  };
}

/** The job of a message: ours name it in an attribute, those of a schedule in their body, and the bucket sends only uploads. */
function addressee({ messageAttributes, body }: SQSRecord): { name: JobName; body: string } {
  const named = messageAttributes['job']?.stringValue;
  if (named !== undefined) return { name: jobOf(named), body };
  const { job: scheduled, ...payload } = JSON.parse(body) as BodyOfOthers;
  if (scheduled !== undefined) return { name: jobOf(scheduled), body: JSON.stringify(payload) };
  return { name: jobOf(isOfBucket(payload) ? 'ingestUpload' : undefined), body };
}

interface BodyOfOthers {
  /** A schedule's message names its job here. */
  job?: string;
  /** Sent by the bucket. */
  Records?: object;
  Event?: string;
}

const isOfBucket = ({ Records, Event }: BodyOfOthers): boolean =>
  Records !== undefined || Event === 's3:TestEvent';

function jobOf(wanted: string | undefined): JobName {
  const [name] = jobEntries.find(([each]) => each === wanted) ?? [];
  if (!name) throw new Error(`There is no job ${wanted}.`);
  return name;
}
