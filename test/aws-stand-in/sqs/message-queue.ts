import { randomUUID } from 'node:crypto';
import { sqsError } from './sqs-error.ts';
import type { MessageAttributes } from './message-md5.ts';

export interface QueueOptions {
  name: string;
  /** Seconds; defaults as of the service: 30, 0, and 4 days. */
  visibilityTimeout?: number;
  delaySeconds?: number;
  retentionSeconds?: number;
  /** Bytes of body and attributes together; 256 KiB unless said. */
  messageBytesMax?: number;
  /** A message received `maxReceiveCount` times without being deleted moves to the queue of that name. */
  deadLetter?: { queue: string; maxReceiveCount: number };
}

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly sentAt: number;
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt?: number;
  /** Set in a dead-letter queue: the queue it came from. */
  deadLetterSource?: string;
}

const DEFAULTS = {
  visibilityTimeout: 30,
  delaySeconds: 0,
  retentionSeconds: 4 * 24 * 60 * 60,
  messageBytesMax: 256 * 1024,
};

/** One standard queue: delays, visibility, receive counts and receipt handles, on the given clock. */
export class MessageQueue {
  readonly options: QueueOptions & typeof DEFAULTS;
  #messages: QueueMessage[] = [];
  readonly #now: () => number;

  constructor(options: QueueOptions, now: () => number) {
    this.options = { ...DEFAULTS, ...options };
    this.#now = now;
  }

  /** Messages of the queue, oldest first; whatever has outlived the retention is gone. */
  messages(): readonly QueueMessage[] {
    const oldest = this.#now() - this.options.retentionSeconds * 1000;
    this.#messages = this.#messages.filter(({ sentAt }) => sentAt > oldest);
    return this.#messages;
  }

  send(body: string, attributes: MessageAttributes, delaySeconds = this.options.delaySeconds): QueueMessage {
    const now = this.#now();
    const visibleAt = now + delaySeconds * 1000;
    const message = { id: randomUUID(), body, attributes, sentAt: now, visibleAt, receiveCount: 0 };
    this.#messages.push(message);
    return message;
  }

  /** Takes in a message of another queue, keeping its id and age. */
  adopt(message: QueueMessage, deadLetterSource?: string): void {
    this.#messages.push({ ...message, visibleAt: this.#now(), receiveCount: 0, deadLetterSource });
  }

  /** The visible messages, at most `max`, now hidden; `onExhausted` gets those that had their last receive. */
  receive(
    max: number,
    visibilityTimeout: number,
    onExhausted: (message: QueueMessage) => void,
  ): { message: QueueMessage; receiptHandle: string }[] {
    const now = this.#now();
    const receiveCountMax = this.options.deadLetter?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    const visible = this.messages().filter(({ visibleAt }) => visibleAt <= now);
    for (const message of visible.filter(({ receiveCount }) => receiveCount >= receiveCountMax)) {
      this.#remove(message);
      onExhausted(message);
    }
    return visible
      .filter(({ receiveCount }) => receiveCount < receiveCountMax)
      .slice(0, max)
      .map((message) => {
        message.receiveCount += 1;
        message.firstReceivedAt ??= now;
        message.visibleAt = now + visibilityTimeout * 1000;
        return { message, receiptHandle: this.#handleOf(message) };
      });
  }

  /** Deletes what the handle received. A handle of an earlier receive is accepted and deletes nothing, as in the service. */
  delete(receiptHandle: string): void {
    const message = this.#findReceived(receiptHandle);
    if (message && this.#handleOf(message) === receiptHandle) this.#remove(message);
  }

  /** @param seconds from now; 0 makes the message visible at once */
  changeVisibility(receiptHandle: string, seconds: number): void {
    const message = this.#findReceived(receiptHandle);
    const now = this.#now();
    if (!message || message.visibleAt <= now || this.#handleOf(message) !== receiptHandle) {
      throw sqsError('MessageNotInflight', 'The message is not in flight.');
    }
    message.visibleAt = now + seconds * 1000;
  }

  /** Empties the queue and hands back what it held. */
  drain(): QueueMessage[] {
    const drained = [...this.messages()];
    this.#messages = [];
    return drained;
  }

  #handleOf({ id, receiveCount }: QueueMessage): string {
    return Buffer.from(`${this.options.name}/${id}/${receiveCount}`).toString('base64');
  }

  #findReceived(receiptHandle: string): QueueMessage | undefined {
    const [queue, id] = Buffer.from(receiptHandle, 'base64').toString('utf8').split('/');
    if (queue !== this.options.name || id === undefined) {
      throw sqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
    }
    return this.messages().find((message) => message.id === id);
  }

  #remove(message: QueueMessage): void {
    this.#messages = this.#messages.filter((other) => other !== message);
  }
}
