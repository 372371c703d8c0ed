import { setTimeout as wait } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
  type QueueAttributeName,
} from '@aws-sdk/client-sqs';
import { awsFailure } from '../aws/aws-failure.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import {
  JobQueueError,
  type JobQueue,
  type QueueStatistics,
  type SqsJobQueueConfig,
  MESSAGE_BYTES_MAX,
} from './job-queue.ts';
import { encodeMessage, type EncodedMessage } from './sqs-event.ts';

const SEND_ATTEMPTS = 4;

/** Ends the name of a queue's dead-letter queue; the stack uses the same ending. */
const DEAD_LETTERS = '-dead';

export function createSqsJobQueue({ region, urlPrefix, queues }: SqsJobQueueConfig): JobQueue {
  const client = new SQSClient(region ? { region } : {});
  const urlOf = (queue: string) => {
    const name = queues[queue] ?? Object.values(queues).find((each) => each === queue);
    if (name) return urlPrefix + name;
    throw new JobQueueError('misconfigured', `There is no queue '${queue}'.`);
  };

  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { code, message } = awsFailure('SQS', error);
      throw new JobQueueError(code, message, { cause: error });
    }
  };

  async function attributes(url: string, names: QueueAttributeName[]) {
    const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: names });
    return (await call(() => client.send(command))).Attributes ?? {};
  }

  /** Sends one batch, and what SQS could not keep of it again; what it blames on the sender is not repeated. */
  async function sendBatch(queue: string, batch: readonly EncodedMessage[]): Promise<void> {
    const url = urlOf(queue);
    // Says whose a message is, where several share a queue.
    const MessageAttributes = { job: { DataType: 'String', StringValue: queue } };
    let remaining = batch;
    for (let attempt = 1; ; attempt += 1) {
      const Entries = remaining.map(({ body, delaySeconds }, index) => ({
        Id: String(index),
        MessageBody: body,
        DelaySeconds: delaySeconds,
        MessageAttributes,
      }));
      const { Failed = [] } = await call(() =>
        client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries })),
      );
      if (Failed.length === 0) return;
      const blamed = Failed.find((failure) => failure.SenderFault);
      if (blamed) {
        throw new JobQueueError(
          'refused',
          `SQS refused ${Failed.length} messages: ${blamed.Code}: ${blamed.Message}`,
        );
      }
      if (attempt === SEND_ATTEMPTS) {
        throw new JobQueueError(
          'unavailable',
          `SQS did not keep ${Failed.length} messages: ${Failed[0]?.Code}.`,
        );
      }
      const failedIds = new Set(Failed.map((failure) => Number(failure.Id)));
      remaining = remaining.filter((_, index) => failedIds.has(index));
      await wait(50 * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  }

  async function statisticsOf(queue: string): Promise<QueueStatistics> {
    const counts: QueueAttributeName[] = [
      'ApproximateNumberOfMessages',
      'ApproximateNumberOfMessagesNotVisible',
      'ApproximateNumberOfMessagesDelayed',
    ];
    const url = urlOf(queue);
    const [own, dead] = await Promise.all([
      attributes(url, counts),
      attributes(url + DEAD_LETTERS, counts.slice(0, 1)),
    ]);
    return {
      queue,
      visible: Number(own.ApproximateNumberOfMessages ?? 0),
      inFlight: Number(own.ApproximateNumberOfMessagesNotVisible ?? 0),
      delayed: Number(own.ApproximateNumberOfMessagesDelayed ?? 0),
      oldestAgeSeconds: null,
      deadLetters: Number(dead.ApproximateNumberOfMessages ?? 0),
      failures: null,
      lastError: null,
    };
  }

  return {
    send: async (queue, messages) => {
      await mapConcurrently(sqsBatches(messages.map(encodeMessage)), 4, (batch) => sendBatch(queue, batch));
    },
    statistics: () => mapConcurrently([...new Set(Object.values(queues))], 4, statisticsOf),
    redrive: async (queue) => {
      const found = await attributes(urlOf(queue) + DEAD_LETTERS, [
        'QueueArn',
        'ApproximateNumberOfMessages',
      ]);
      const count = Number(found.ApproximateNumberOfMessages ?? 0);
      // Without a destination each message goes back to the queue it came from.
      const command = new StartMessageMoveTaskCommand({ SourceArn: found.QueueArn });
      if (count > 0) await call(() => client.send(command));
      return count;
    },
  };
}

const BATCH_SIZE_MAX = 10;

/** Cuts messages into batches that SQS takes: at most 10 messages and 1 MiB together (it was 256 KiB until August 2025). */
export function sqsBatches(messages: readonly EncodedMessage[]): EncodedMessage[][] {
  const batches: EncodedMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_SIZE_MAX && bytes + message.bytes <= MESSAGE_BYTES_MAX) {
      last.push(message);
      bytes += message.bytes;
    } else {
      batches.push([message]);
      bytes = message.bytes;
    }
  }
  return batches;
}
