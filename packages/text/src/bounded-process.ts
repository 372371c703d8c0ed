import { fork } from 'node:child_process';
import module from 'node:module';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Earlier releases of Node have less. */
const olderNode: Partial<typeof module> = module;

/** A process that took longer, or more memory, than it may; it has ended. */
export class ProcessLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory', signal: NodeJS.Signals | null) {
    super(`The process was ended by its limit of ${limit}${signal ? ` (${signal})` : ''}.`);
    this.limit = limit;
  }
}

/** A task that a process had not come to when it ended: another one may run it. */
export class TaskNotBegunError extends Error {}

/** A process that reads what strangers wrote, within limits. */
export interface BoundedProcess<Task, Answer> {
  /**
   * One task at a time; the others wait in the process, so that it need not wait for whoever sends them.
   * @param onLarge told once the process takes more than `shareMb`
   * @returns the answer, and the memory that the process holds by then
   * @throws ProcessLimitError, or TaskNotBegunError where a task before it or its sender ended the process; it has ended then
   */
  run(task: Task, deadlineMs: number, onLarge?: () => void): Promise<Answer & { residentBytes: number }>;
  hasEnded(): boolean;
  end(): void;
}

interface ProcessLimits {
  /** Of the whole process; it is killed above that. */
  memoryMb: number;
  /** Memory above which `onLarge` is told. */
  shareMb?: number;
  /** Of the processor's time for one task, so that a busy machine reads what an idle one does; without limit by default. */
  cpuMaxMs?: number;
  /** Options of V8. */
  flags?: readonly string[];
}

/** Of the memory what V8's heap may take; the rest is for code, buffers and stacks. */
const HEAP_SHARE = 0.75;

/** On a machine that has much else to do; idle it takes half a second. */
const STARTS_WITHIN_MS = 120_000;

/** V8 aborts or traps where its heap is full; the watch kills, and so does the system, where the process is too large. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGTRAP', 'SIGKILL']);

/** By the watch, when a task takes too much of the processor. */
const OUT_OF_TIME = 'SIGTERM';

/** Where the child says that it is large: after the three of every process and the channel of messages. */
const WATCH_FD = 4;

/**
 * Starts a file that calls `answerTasks`.
 *
 * A process rather than a thread: a thread that outgrows the limits of its heap takes the whole process with it as soon as
 * one array, map or string is what outgrows them (seen with 4 of 11 ways to fill the memory, Node 24), its buffers and its
 * WebAssembly have no limit, and options of V8 are those of the process.
 */
export function startBoundedProcess<Task extends object, Answer>(
  file: string,
  { memoryMb, shareMb = memoryMb, cpuMaxMs = Infinity, flags = [] }: ProcessLimits,
): BoundedProcess<Task, Answer> {
  const child = fork(file, [memoryMb * 1_000_000, shareMb * 1_000_000, cpuMaxMs * 1_000].map(String), {
    execArgv: [`--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`, ...flags],
    // Nothing of the environment, where secrets are, but where compiled modules are kept: it starts in half the time. And
    // nothing of its output, which a document could write.
    env: { TZ: 'UTC', ...compileCache() },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
  });
  let ended = false;
  let isReady = false;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  /** In the order of their answers; the first is at hand, unless the process still starts. */
  const tasks: Waiting<Answer>[] = [];
  const watch = child.stdio[WATCH_FD] as Socket;
  watch.on('data', () => tasks[0]?.onLarge?.()).on('error', () => undefined);
  let reason: unknown;
  child.once('exit', (code, signal) => markEnded(reasonOf(code, signal)));
  child.once('error', markEnded);
  const ready = new Promise<void>((resolve) => {
    child.once('message', () => {
      isReady = true;
      begin();
      resolve();
      child.on('message', (answer) => {
        // It may answer until it is killed: each task then has the reason that it was killed for.
        if (ended) return;
        tasks.shift()?.resolve(answer as Answer & { residentBytes: number });
        begin();
      });
    });
  });
  keepAlive(false);

  /** The time of a task begins when the one before it is done. */
  function begin(): void {
    clearTimeout(timer);
    const [task] = tasks;
    keepAlive(task !== undefined);
    if (task === undefined) return;
    timer = setTimeout(
      () => {
        isLate = true;
        end();
      },
      isReady ? task.deadlineMs : STARTS_WITHIN_MS,
    );
  }

  /** An idle process must not keep the one that started it. */
  function keepAlive(wanted: boolean): void {
    if (wanted) {
      // The channel closes before the end of the process is told.
      child.ref();
      child.channel?.ref();
    } else {
      child.unref();
      watch.unref();
      child.channel?.unref();
    }
  }

  function reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
    if (isLate || signal === OUT_OF_TIME) return new ProcessLimitError('time', signal);
    if (signal !== null && OUT_OF_MEMORY.has(signal)) return new ProcessLimitError('memory', signal);
    return new Error(`The process of ${file} ended with ${signal ?? `code ${code}`}.`);
  }

  function markEnded(why: unknown): void {
    reason ??= why;
    clearTimeout(timer);
    const [atHand, ...others] = tasks.splice(0);
    // Ended by whoever started it: it was not the task.
    atHand?.reject(ended && !isLate ? new TaskNotBegunError() : reason);
    for (const task of others) task.reject(new TaskNotBegunError());
    ended = true;
  }

  function end(): void {
    ended = true;
    child.kill('SIGKILL');
  }

  return {
    run(task, deadlineMs, onLarge) {
      if (reason !== undefined) return Promise.reject(reason);
      const { promise, resolve, reject } = Promise.withResolvers<Answer & { residentBytes: number }>();
      tasks.push({ deadlineMs, onLarge, resolve, reject });
      if (tasks.length === 1) begin();
      void ready.then(() => child.send(task, () => undefined));
      return promise;
    },
    hasEnded: () => ended,
    end,
  };
}

interface Waiting<Answer> {
  deadlineMs: number;
  onLarge: (() => void) | undefined;
  resolve: (answer: Answer & { residentBytes: number }) => void;
  reject: (reason: unknown) => void;
}

function compileCache() {
  // A folder for each release of Node lies in the folder that was asked for.
  const own = olderNode.getCompileCacheDir?.();
  return own === undefined ? {} : { NODE_COMPILE_CACHE: dirname(own) };
}

/** How often the memory is looked at. A reader fills some 50 MB in this time. */
const WATCH_MS = 50;

/** In the process that `startBoundedProcess` started: answers each task, and ends itself above its memory or without a parent. */
export function answerTasks<Task>(work: (task: Task) => Promise<object>): void {
  // Of the processor's time, in microseconds, when the task at hand began.
  const began = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity);
  const [bytesMax = 0, shareBytes = 0, cpuMax = Infinity] = process.argv.slice(2).map(Number);
  // Runs beside a reader that answers nobody while it works. Buffers lie outside of the heap that V8 limits, and a parent
  // that was killed can end nothing. SIGKILL says to the parent that it was the memory.
  const watch = `const { workerData: began } = require('node:worker_threads');
let told = false;
setInterval(() => {
  const bytes = process.memoryUsage.rss();
  const { user, system } = process.cpuUsage();
  if (user + system - began[0] > ${cpuMax}) process.kill(process.pid, '${OUT_OF_TIME}');
  if (bytes > ${bytesMax} || process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  if (told || bytes <= ${shareBytes}) return;
  told = true;
  require('node:fs').writeSync(${WATCH_FD}, '.');
}, ${WATCH_MS})`;
  new Worker(watch, { eval: true, workerData: began }).unref();
  process.on('disconnect', () => process.exit());
  const answer = async (task: Task) => {
    const { user, system } = process.cpuUsage();
    began[0] = user + system;
    const answered = await work(task);
    began[0] = Infinity;
    process.send?.({ ...answered, residentBytes: process.memoryUsage.rss() });
  };
  let last = Promise.resolve();
  process.on('message', (task: Task) => {
    last = last.then(() => answer(task));
  });
  // The time of the start is not the task's.
  process.send?.('ready', () => olderNode.flushCompileCache?.());
}
