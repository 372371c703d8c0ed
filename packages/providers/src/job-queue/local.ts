import { randomUUID } from 'node:crypto';
import { backoffDelay, type Backoff } from '../backoff-delay.ts';
import type { JobQueue } from './job-queue.ts';
import { LocalMessages, type LocalMessage } from './local-messages.ts';
import { encodeMessage, type SqsEventHandler, failedMessageIds, sqsRecord } from './sqs-event.ts';

export interface LocalJobQueueConfig {
  /** Delivers by itself as messages become due (default); when false only `drain` does, which tests want. */
  background?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** 0..1, for the jitter of the backoff. */
  random?: () => number;
}

export interface DeadLetter {
  id: string;
  /** JSON text. */
  body: string;
  attempts: number;
  lastError: string | null;
}

interface DrainOptions {
  only?: readonly string[] | undefined;
  skipDelays?: boolean;
}

/** Queues within this process that drive handlers as SQS and Lambda do. What is in them is lost with the process. */
export interface LocalJobQueue extends JobQueue {
  /** Hands the messages of a queue to a handler from now on; one handler a queue, the last one given. */
  consume(queue: string, handler: SqsEventHandler, options?: ConsumeOptions): void;
  /**
   * Resolves when no delivery is under way and nothing that has a handler is due.
   * @param options.only the queues that are drained; all unless given
   * @param options.skipDelays moves the queues' clock on to whatever waits for a delay or its next attempt, until nothing is left
   */
  drain(options?: DrainOptions): Promise<void>;
  /** Begins no further delivery and resolves when those under way have ended. */
  stop(): Promise<void>;
  deadLetters(queue: string): DeadLetter[];
}

interface Queue {
  messages: LocalMessages;
  consumer?: LocalConsumer;
  timer?: NodeJS.Timeout;
}

export function createLocalJobQueue(config: LocalJobQueueConfig = {}): LocalJobQueue {
  const { background = true, now = Date.now, random = Math.random } = config;
  const queues = new Map<string, Queue>();
  let skippedMs = 0;
  let stopped = false;
  const nowMs = (): number => now() + skippedMs;

  function queueOf(name: string): Queue {
    const queue = queues.get(name) ?? { messages: new LocalMessages() };
    queues.set(name, queue);
    return queue;
  }

  function pump(queue: Queue): void {
    clearTimeout(queue.timer);
    if (stopped || !queue.consumer) return;
    const before = new Set(queue.consumer.running());
    const nextAtMs = queue.consumer.pump();
    if (!background) return;
    if (nextAtMs !== undefined) wake(queue, nextAtMs - nowMs());
    for (const delivery of queue.consumer.running()) {
      if (!before.has(delivery)) void delivery.then(() => pump(queue));
    }
  }

  /** Later rather than at once, so that messages sent in one go are delivered together; unref'd, so that it keeps no process alive. */
  function wake(queue: Queue, delayMs: number): void {
    clearTimeout(queue.timer);
    if (background) queue.timer = setTimeout(() => pump(queue), Math.max(0, delayMs)).unref();
  }

  async function drain({ only, skipDelays = false }: DrainOptions = {}): Promise<void> {
    for (;;) {
      const drained = [...queues].flatMap(([name, queue]) => (only?.includes(name) === false ? [] : [queue]));
      for (const queue of drained) pump(queue);
      const consumed = drained.filter((queue) => queue.consumer);
      const running = consumed.flatMap((queue) => queue.consumer?.running() ?? []);
      if (running.length > 0) {
        await Promise.race(running);
        continue;
      }
      const nextAtMs = Math.min(...consumed.map((queue) => queue.messages.nextDueAtMs() ?? Infinity));
      if (stopped || !skipDelays || nextAtMs === Infinity) return;
      skippedMs += Math.max(0, nextAtMs - nowMs());
    }
  }

  return {
    send: async (name, sent) => {
      const encoded = sent.map(encodeMessage);
      const queue = queueOf(name);
      for (const message of encoded) queue.messages.add(message, message.delaySeconds * 1000, nowMs());
      wake(queue, 0);
    },
    consume: (name, handler, options = {}) => {
      const queue = queueOf(name);
      // A handler that throws before its first await fails like any other.
      const settled: SqsEventHandler = async (event) => handler(event);
      queue.consumer = new LocalConsumer(
        { queue: name, messages: queue.messages, nowMs, random },
        settled,
        options,
      );
      wake(queue, 0);
    },
    statistics: async () =>
      [...queues].map(([queue, { messages }]) => ({ queue, ...messages.statistics(nowMs()) })),
    redrive: async (name) => {
      const queue = queueOf(name);
      const count = queue.messages.redrive(nowMs());
      wake(queue, 0);
      return count;
    },
    deadLetters: (name) =>
      queueOf(name)
        .messages.deadLetters()
        .map(({ id, body, receiveCount, lastError }) => ({ id, body, attempts: receiveCount, lastError })),
    drain,
    stop: async () => {
      stopped = true;
      for (const { timer } of queues.values()) clearTimeout(timer);
      await Promise.all([...queues.values()].flatMap(({ consumer }) => consumer?.running() ?? []));
    },
  };
}

/** Settings of an event source mapping and its queue; each has the default given. */
interface ConsumeOptions {
  /** Messages in one event; 10. */
  batchSize?: number;
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
class LocalConsumer {
  readonly #host: ConsumerHost;
  readonly #handler: SqsEventHandler;
  readonly #options: Required<ConsumeOptions>;
  readonly #running = new Set<Promise<void>>();

  constructor(host: ConsumerHost, handler: SqsEventHandler, options: ConsumeOptions) {
    this.#host = host;
    this.#handler = handler;
    this.#options = {
      batchSize: 10,
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
   * @returns when there will be something to do next, undefined when only a new message or the end of a delivery changes that
   */
  pump(): number | undefined {
    const { messages } = this.#host;
    const { batchSize, concurrency, newestFirst } = this.#options;
    while (this.#running.size < concurrency) {
      const nowMs = this.#host.nowMs();
      if (messages.due(nowMs) === 0) return messages.nextDueAtMs();
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
