import { createHash } from 'node:crypto';
import { DELAY_SECONDS_MAX, JobQueueError, MESSAGE_BYTES_MAX, type QueueMessage } from './job-queue.ts';

/** One record as Lambda gives it to a function; the fields of `SQSRecord` in @types/aws-lambda. */
export interface SqsRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: {
    ApproximateReceiveCount: string;
    SentTimestamp: string;
    SenderId: string;
    ApproximateFirstReceiveTimestamp: string;
  };
  messageAttributes: Record<string, never>;
  md5OfBody: string;
  eventSource: string;
  eventSourceARN: string;
  awsRegion: string;
}

export interface SqsEvent {
  Records: SqsRecord[];
}

/** A function in the shape of a Lambda behind an SQS queue that reports partial batch failures. */
export type SqsEventHandler = (
  event: SqsEvent,
) => Promise<{ batchItemFailures: { itemIdentifier: string }[] } | void>;

export interface Delivery {
  queue: string;
  id: string;
  receiptHandle: string;
  body: string;
  receiveCount: number;
  /** Milliseconds since 1970. */
  sentAtMs: number;
  firstReceivedAtMs: number;
}

/** A delivery as a record of an event; region and account are made up. */
export function sqsRecord(delivery: Delivery): SqsRecord {
  return {
    messageId: delivery.id,
    receiptHandle: delivery.receiptHandle,
    body: delivery.body,
    attributes: {
      ApproximateReceiveCount: String(delivery.receiveCount),
      SentTimestamp: String(delivery.sentAtMs),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(delivery.firstReceivedAtMs),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(delivery.body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:local:000000000000:${delivery.queue}`,
    awsRegion: 'local',
  };
}

/**
 * The messages that a handler's answer leaves to be delivered again. As Lambda has it, an answer that is malformed or
 * names a message that was not in the batch counts as a failure of the whole batch.
 */
export function failedMessageIds(answer: unknown, delivered: readonly string[]): ReadonlySet<string> {
  if (answer === undefined || answer === null) return new Set();
  const failures: unknown = (answer as { batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(failures)) return new Set(delivered);
  const ids = failures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier);
  const known = new Set<unknown>(delivered);
  return ids.every((id) => known.has(id)) ? new Set(ids as string[]) : new Set(delivered);
}

export interface EncodedMessage {
  /** JSON text. */
  body: string;
  bytes: number;
  group: string;
  /** Whole seconds, 0 to 900. */
  delaySeconds: number;
}

export function encodeMessage({ body, group = '', delaySeconds = 0 }: QueueMessage): EncodedMessage {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new JobQueueError('refused', 'A message must be a JSON value.');
  // Two code points that JSON leaves as they are and SQS refuses.
  const sendable = text.replaceAll('\uFFFE', '\\ufffe').replaceAll('\uFFFF', '\\uffff');
  const bytes = Buffer.byteLength(sendable);
  if (bytes > MESSAGE_BYTES_MAX) {
    throw new JobQueueError(
      'too_long',
      `A message of ${bytes} bytes is above the limit of ${MESSAGE_BYTES_MAX}.`,
    );
  }
  if (!(delaySeconds >= 0 && delaySeconds <= DELAY_SECONDS_MAX)) {
    throw new JobQueueError(
      'refused',
      `A delay of ${delaySeconds} seconds is outside 0..${DELAY_SECONDS_MAX}.`,
    );
  }
  // SQS takes whole seconds; rounding up never delivers early.
  return { body: sendable, bytes, group, delaySeconds: Math.ceil(delaySeconds) };
}
