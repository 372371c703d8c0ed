import { backoffDelay, type Backoff } from '../backoff-delay.ts';
import { randomUUID } from 'node:crypto';
import type { LocalMessage, LocalMessages } from './local-messages.ts';
import { failedMessageIds, sqsRecord, type SqsEventHandler } from './sqs-event.ts';

/** Settings of an event source mapping and its queue; each has the default given. */
export interface ConsumeOptions {
  /** Messages in one event; 10. */
  batchSize?: number;
  /** Milliseconds that a batch which is not full waits for more; 0. */
  batchWindowMs?: number;
  /** Deliveries of a message until it becomes a dead letter; 5. */
  maxReceiveCount?: number;
  /** Seconds after which a delivery without an answer counts as failed; 180. */
  visibilityTimeoutSeconds?: number;
  /** Events handled at the same time; 2. */
  concurrency?: number;
  /** Whether the newest of a group go before the others; false. */
  newestFirst?: boolean;
  /** Waits between attempts; 1 second doubled up to 60. */
  backoff?: Backoff;
}

export interface ConsumerHost {
  queue: string;
  messages: LocalMessages;
  nowMs(): number;
  random(): number;
}

/** Delivers the messages of one queue to one handler, as Lambda's event source mapping does. It sets no timers but the visibility timeout's. */
export class LocalConsumer {
  readonly #host: ConsumerHost;
  readonly #handler: SqsEventHandler;
  readonly #options: Required<ConsumeOptions>;
  readonly #running = new Set<Promise<void>>();

  constructor(host: ConsumerHost, handler: SqsEventHandler, options: ConsumeOptions) {
    this.#host = host;
    this.#handler = handler;
    this.#options = {
      batchSize: 10,
      batchWindowMs: 0,
      maxReceiveCount: 5,
      visibilityTimeoutSeconds: 180,
      concurrency: 2,
      newestFirst: false,
      backoff: { baseMs: 1_000, limitMs: 60_000 },
      ...options,
    };
  }

  /** Deliveries under way; none of them rejects. */
  running(): readonly Promise<void>[] {
    return [...this.#running];
  }

  /**
   * Begins as many deliveries as are due and allowed at once.
   * @param flush delivers batches that are not full without waiting for more
   * @returns when there will be something to do next, undefined when only a new message or the end of a delivery changes that
   */
  pump(flush: boolean): number | undefined {
    const { messages } = this.#host;
    const { batchSize, batchWindowMs, concurrency, newestFirst } = this.#options;
    while (this.#running.size < concurrency) {
      const nowMs = this.#host.nowMs();
      const due = messages.due(nowMs);
      if (due.count === 0) return messages.nextDueAtMs();
      const windowEndMs = due.sinceMs + batchWindowMs;
      if (!flush && due.count < batchSize && nowMs < windowEndMs) {
        return Math.min(windowEndMs, messages.nextDueAtMs() ?? windowEndMs);
      }
      const delivery = this.#deliver(messages.receive(batchSize, nowMs, { newestFirst })).finally(() =>
        this.#running.delete(delivery),
      );
      this.#running.add(delivery);
    }
    return undefined;
  }

  async #deliver(batch: readonly LocalMessage[]): Promise<void> {
    const { queue, messages } = this.#host;
    const ids = batch.map(({ id }) => id);
    let failed: ReadonlySet<string> = new Set(ids);
    let reason = 'The handler reported the message as failed.';
    try {
      const Records = batch.map((message) => sqsRecord({ ...message, queue, receiptHandle: randomUUID() }));
      failed = failedMessageIds(await this.#withinVisibility(this.#handler({ Records })), ids);
    } catch (error) {
      reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
    for (const message of batch) {
      if (failed.has(message.id)) messages.fail(message, reason, this.#nextAttemptAtMs(message));
      else messages.finish(message);
    }
  }

  #nextAttemptAtMs({ receiveCount }: LocalMessage): number | undefined {
    const { maxReceiveCount, backoff } = this.#options;
    if (receiveCount >= maxReceiveCount) return undefined;
    return this.#host.nowMs() + backoffDelay(backoff, receiveCount, this.#host.random());
  }

  /** Gives up waiting, as when Lambda ends a function at its time limit; what the handler answers later does not count. */
  async #withinVisibility<T>(work: Promise<T>): Promise<T> {
    const { visibilityTimeoutSeconds } = this.#options;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`The handler gave no answer within ${visibilityTimeoutSeconds} seconds.`)),
      visibilityTimeoutSeconds * 1000,
    ).unref();
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
