import { encodeMessage, type SqsEventHandler } from './sqs-event.ts';
import type { JobQueue } from './job-queue.ts';
import { LocalConsumer, type ConsumeOptions } from './local-consumer.ts';
import { LocalMessages } from './local-messages.ts';

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

  function pump(queue: Queue, flush: boolean): void {
    clearTimeout(queue.timer);
    if (stopped || !queue.consumer) return;
    const before = new Set(queue.consumer.running());
    const nextAtMs = queue.consumer.pump(flush);
    if (!background) return;
    if (nextAtMs !== undefined) wake(queue, nextAtMs - nowMs());
    for (const delivery of queue.consumer.running()) {
      if (!before.has(delivery)) void delivery.then(() => pump(queue, false));
    }
  }

  /** Later rather than at once, so that messages sent in one go are delivered together; unref'd, so that it keeps no process alive. */
  function wake(queue: Queue, delayMs: number): void {
    clearTimeout(queue.timer);
    if (background) queue.timer = setTimeout(() => pump(queue, false), Math.max(0, delayMs)).unref();
  }

  async function drain({ only, skipDelays = false }: DrainOptions = {}): Promise<void> {
    for (;;) {
      const drained = [...queues].flatMap(([name, queue]) => (only?.includes(name) === false ? [] : [queue]));
      for (const queue of drained) pump(queue, true);
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
