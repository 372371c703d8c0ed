import { ACCOUNT_ID } from '../aws-service.ts';
import { MessageQueue } from './message-queue.ts';
import type { QueueMessage, QueueOptions } from './message-queue.ts';
import { sqsError } from './sqs-error.ts';

/** The queues of the account by name, and what passes between them: dead letters and their way back. */
export class QueueSet {
  readonly #queues = new Map<string, MessageQueue>();
  readonly #region: string;

  constructor(queues: readonly QueueOptions[], region: string, now: () => number) {
    this.#region = region;
    for (const options of queues) this.#queues.set(options.name, new MessageQueue(options, now));
    for (const { deadLetter } of queues) if (deadLetter) this.byName(deadLetter.queue);
  }

  /** @throws QueueDoesNotExist */
  byName(name: string): MessageQueue {
    const queue = this.#queues.get(name);
    if (!queue) throw sqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  byArn(arn: string): MessageQueue {
    return this.byName(arn.slice(arn.lastIndexOf(':') + 1));
  }

  arnOf(name: string): string {
    return `arn:aws:sqs:${this.#region}:${ACCOUNT_ID}:${name}`;
  }

  receive(queue: MessageQueue, max: number, visibilityTimeout: number): ReturnType<MessageQueue['receive']> {
    return queue.receive(max, visibilityTimeout, (exhausted) => {
      const { deadLetter, name } = queue.options;
      if (deadLetter) this.byName(deadLetter.queue).adopt(exhausted, name);
    });
  }

  /** Moves everything from a dead-letter queue to `destination`, or each message to where it came from; done at once. */
  startMove(sourceArn: string, destinationArn: string | undefined): void {
    const source = this.byArn(sourceArn);
    const isDeadLetterQueue = [...this.#queues.values()].some(
      ({ options }) => options.deadLetter?.queue === source.options.name,
    );
    if (!isDeadLetterQueue) {
      throw sqsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
    }
    const destination = destinationArn === undefined ? undefined : this.byArn(destinationArn);
    for (const message of source.drain()) (destination ?? this.#originOf(message, source)).adopt(message);
  }

  /** A message that was sent to the dead-letter queue directly has no origin and stays. */
  #originOf({ deadLetterSource }: QueueMessage, deadLetterQueue: MessageQueue): MessageQueue {
    return deadLetterSource === undefined ? deadLetterQueue : this.byName(deadLetterSource);
  }
}
