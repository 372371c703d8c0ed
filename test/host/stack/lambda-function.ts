import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Invocation, InvocationResult } from './function-worker.ts';

export interface LambdaFunctionOptions {
  name: string;
  /** Folder of the bundle. */
  directory: string;
  /** Folder of its layer, which it finds at `/opt`; undefined where it has none. */
  layer?: string | undefined;
  /** `file.export`, as the template has it. */
  handler: string;
  /** All that the function sees of `process.env`. */
  environment: Record<string, string>;
  timeoutMs: number;
  memoryMb: number;
  onLog: (line: string) => void;
}

/** Limit of the input and output of a synchronous call, in bytes of JSON. */
const PAYLOAD_BYTES_MAX = 6 * 1_024 * 1_024;
/** Enough for calls to overtake each other; each takes some 40 MB. */
const ENVIRONMENTS_MAX = 2;
/** V8's space for young objects, in MB: by default it takes more than a small function's whole code. */
const YOUNG_MB = 4;

/** One Lambda function: execution environments that each have their own module state and answer one call at a time. */
export class LambdaFunction {
  readonly name: string;
  readonly #options: LambdaFunctionOptions;
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  readonly #started = new Set<Worker>();
  #calls = 0;

  constructor(options: LambdaFunctionOptions) {
    this.#options = options;
    this.name = options.name;
  }

  /** @throws with the function's error, or when it takes or answers more than Lambda carries */
  async invoke(event: unknown): Promise<unknown> {
    const payload = JSON.stringify(event);
    this.#checkSize(payload, 'Request');
    const worker = await this.#take();
    try {
      const result = await this.#call(worker, payload);
      if ('errorType' in result) throw new Error(`${this.name}: ${result.errorType}: ${result.errorMessage}`);
      this.#checkSize(result.payload, 'Response');
      return JSON.parse(result.payload) as unknown;
    } finally {
      this.#giveBack(worker);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#started].map((worker) => worker.terminate()));
  }

  #checkSize(payload: string, what: string): void {
    const bytes = Buffer.byteLength(payload);
    if (bytes > PAYLOAD_BYTES_MAX)
      throw new Error(`${this.name}: ${what} payload size of ${bytes} bytes exceeded ${PAYLOAD_BYTES_MAX}.`);
  }

  async #call(worker: Worker, payload: string): Promise<InvocationResult> {
    const { timeoutMs, memoryMb } = this.#options;
    const id = (this.#calls += 1);
    const endsAt = Date.now() + timeoutMs;
    const context = {
      functionName: this.name,
      awsRequestId: randomUUID(),
      memoryLimitInMB: String(memoryMb),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const answered = once(worker, 'message', { signal });
    worker.postMessage({ id, payload, context, timeoutMs } satisfies Invocation);
    try {
      const [result] = (await answered) as [InvocationResult];
      return result;
    } catch (error) {
      if (Date.now() < endsAt && !signal.aborted) throw error;
      return { id, errorType: 'Sandbox.Timedout', errorMessage: `Task timed out after ${timeoutMs} ms` };
    }
  }

  async #take(): Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#started.size < ENVIRONMENTS_MAX) return this.#start();
    const { promise, resolve } = Promise.withResolvers<Worker>();
    this.#waiting.push(resolve);
    return promise;
  }

  #giveBack(worker: Worker): void {
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
  }

  async #start(): Promise<Worker> {
    const { directory, layer, handler, environment, memoryMb, onLog } = this.#options;
    const [module = '', name = ''] = handler.split('.');
    if (name !== 'handler') throw new Error(`${this.name} has the handler ${handler}.`);
    const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
      // Else each environment reads the TypeScript of its worker anew.
      env: { ...environment, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      workerData: { file: join(directory, `${module}.mjs`), layer },
      stdout: true,
      stderr: true,
    });
    this.#started.add(worker);
    for (const stream of [worker.stdout, worker.stderr]) createInterface({ input: stream }).on('line', onLog);
    await once(worker, 'message');
    return worker;
  }
}
