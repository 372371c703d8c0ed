import { Worker } from 'node:worker_threads';
import {
  EngineError,
  engineEnded,
  statementTimeout,
  type EngineAnswer,
  type EngineMessage,
  type EngineOptions,
  type EngineReady,
  type EngineRequest,
} from './messages.ts';

/** The source, or what a bundler makes of it beside this file. */
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./engine-thread.ts', import.meta.url)
  : new URL('./engine-thread.js', import.meta.url);

/** After a statement was told to end: hardly anything in PostgreSQL computes this long without looking. */
const OBEYS_WITHIN_MS = 5_000;

export interface Reply {
  result: EngineAnswer['result'];
  /** Resolves when what was committed is on the disk; at once when nothing was. */
  durable: Promise<void>;
  logBytes: number;
}

interface Waiting {
  resolve(answer: EngineAnswer): void;
  reject(error: Error): void;
}

/** One life of the engine: a thread with an open database. It does one request at a time, and none after it has ended. */
export class EngineProcess {
  readonly #worker: Worker;
  readonly #obeysWithinMs: number;
  #ready: EngineReady | undefined;
  #waiting: Waiting | undefined;
  #syncedUpTo = 0;
  #unsynced: { upTo: number; resolve(): void; reject(error: Error): void }[] = [];
  /** Resolves when the thread has ended, by itself or not. */
  readonly ended: Promise<void>;
  hasEnded = false;
  #isEnding = false;

  private constructor(options: EngineOptions, obeysWithinMs: number) {
    this.#obeysWithinMs = obeysWithinMs;
    this.#worker = new Worker(THREAD, { workerData: options });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#worker.on('exit', () => {
      this.#end(engineEnded());
      resolve();
    });
  }

  static async open(options: EngineOptions, obeysWithinMs = OBEYS_WITHIN_MS): Promise<EngineProcess> {
    const engine = new EngineProcess(options, obeysWithinMs);
    await new Promise<void>((resolve, reject) => {
      engine.#worker.on('error', (error) => {
        engine.#end(
          new EngineError({ message: `The embedded engine broke: ${error.message}`, code: '08006' }),
        );
        reject(error);
      });
      engine.#worker.once('exit', () => reject(engineEnded()));
      engine.#worker.on('message', (message: EngineMessage) => {
        if (message.kind === 'ready') {
          engine.#ready = message;
          resolve();
        } else engine.#receive(message);
      });
    });
    engine.#worker.unref();
    return engine;
  }

  /**
   * @param limitMs after which the statement is ended
   * @throws EngineError
   */
  async ask(request: EngineRequest, limitMs: number): Promise<Reply> {
    if (this.hasEnded) throw engineEnded();
    this.#worker.ref();
    const timer = setTimeout(() => this.#cancel(limitMs), limitMs);
    try {
      const answer = await new Promise<EngineAnswer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#worker.postMessage(request);
      });
      if (answer.error) throw new EngineError(answer.error);
      const { result, logBytes } = answer;
      return { result, logBytes, durable: this.#durable(answer.durableAt) };
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
      this.#unrefWhenIdle();
    }
  }

  /** Writes what is left to the disk and ends the thread. */
  async close(limitMs: number): Promise<void> {
    await this.ask({ kind: 'close' }, limitMs);
    this.#awaitEnd();
    await this.ended;
  }

  #receive(message: Exclude<EngineMessage, EngineReady>): void {
    if (message.kind === 'answer') {
      this.#waiting?.resolve(message);
      return;
    }
    this.#syncedUpTo = message.upTo;
    const reached = this.#unsynced.filter(({ upTo }) => upTo <= message.upTo);
    this.#unsynced = this.#unsynced.filter(({ upTo }) => upTo > message.upTo);
    for (const { resolve } of reached) resolve();
    this.#unrefWhenIdle();
  }

  #durable(upTo: number): Promise<void> {
    if (upTo <= this.#syncedUpTo) return Promise.resolve();
    const durable = this.hasEnded
      ? Promise.reject(engineEnded())
      : new Promise<void>((resolve, reject) => this.#unsynced.push({ upTo, resolve, reject }));
    // Within a transaction only the commit's is waited for; a failure that nobody waits for would end this process.
    durable.catch(() => undefined);
    return durable;
  }

  /** A caller that waits for the end of the thread keeps this process alive until then. */
  #awaitEnd(): void {
    this.#isEnding = true;
    this.#worker.ref();
  }

  #unrefWhenIdle(): void {
    if (!this.#isEnding && !this.#waiting && this.#unsynced.length === 0) this.#worker.unref();
  }

  /** PostgreSQL's own way to end a statement. */
  interrupt(): void {
    if (!this.#ready) return;
    const { memory, queryCancelPending, interruptPending } = this.#ready;
    const words = new Int32Array(memory.buffer);
    Atomics.store(words, queryCancelPending >> 2, 1);
    Atomics.store(words, interruptPending >> 2, 1);
  }

  /** A thread that does not look at its flags is ended itself. */
  #cancel(limitMs: number): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.interrupt();
    setTimeout(() => {
      if (this.#waiting !== waiting) return;
      waiting.reject(statementTimeout(limitMs));
      this.#end(engineEnded());
      void this.#worker.terminate();
    }, this.#obeysWithinMs).unref();
  }

  #end(error: Error): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#awaitEnd();
    this.#waiting?.reject(error);
    for (const { reject } of this.#unsynced) reject(error);
    this.#unsynced = [];
  }
}
