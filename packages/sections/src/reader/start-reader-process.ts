import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DocumentError } from '../document-error.ts';
import type { DocumentTask, TaskAnswer } from './document-task.ts';

export interface ReaderProcess {
  /** One at a time; told once its process takes more than its share of the memory. @throws DocumentError `took_too_long` or `too_much_memory`; the process has ended then */
  run(task: DocumentTask, deadlineMs: number, onLarge: () => void): Promise<TaskAnswer>;
  hasEnded(): boolean;
  end(): void;
}

/** Its file lies beside this one: as TypeScript in the source tree, as JavaScript in a bundle or a package. */
const FILE = fileURLToPath(
  new URL(`./reader-process${extname(new URL(import.meta.url).pathname)}`, import.meta.url),
);

/** Of the memory what V8's heap may take; the rest is for code, buffers and stacks. */
const HEAP_SHARE = 0.75;

/** On a machine that has much else to do; idle it takes half a second. */
const STARTS_WITHIN_MS = 30_000;

/** V8 aborts or traps where its heap is full; the watch kills, and so does the system, where the process is too large. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGTRAP', 'SIGKILL']);

export function startReaderProcess({
  memoryMb,
  shareMb,
}: {
  memoryMb: number;
  shareMb: number;
}): ReaderProcess {
  const child = fork(FILE, [String(memoryMb * 1_000_000), String(shareMb * 1_000_000)], {
    execArgv: [`--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`],
    // Nothing of the environment, where secrets are, but where compiled modules are kept: it starts in half the time. And
    // nothing of its output, which a document could write.
    env: { TZ: 'UTC', ...compileCache() },
    // The last one is for its watch, which says once that it takes more than its share.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
  });
  let ended = false;
  let tell: (() => void) | undefined;
  const watch = child.stdio[4] as Socket;
  watch.on('data', () => tell?.()).on('error', () => undefined);
  const exited = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
  child.once('exit', (code, signal) => exited.resolve({ code, signal }));
  child.once('error', exited.reject);
  exited.promise.then(markEnded, markEnded);
  const ready = new Promise((resolve) => child.once('message', resolve));
  keepAlive(false);

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

  function markEnded(): void {
    ended = true;
  }

  function end(): void {
    ended = true;
    child.kill('SIGKILL');
  }

  return {
    async run(task, deadlineMs, onLarge) {
      tell = onLarge;
      const { promise: answered, resolve } = Promise.withResolvers<TaskAnswer>();
      keepAlive(true);
      let isLate = false;
      const endLater = (withinMs: number) =>
        setTimeout(() => {
          isLate = true;
          end();
        }, withinMs);
      let timer = endLater(STARTS_WITHIN_MS);
      const died = exited.promise.then(({ code, signal }): never => {
        if (isLate) throw tookTooLong(deadlineMs);
        if (signal !== null && OUT_OF_MEMORY.has(signal)) throw tooMuchMemory(memoryMb, signal);
        throw new Error(`The process that reads documents ended with ${signal ?? `code ${code}`}.`);
      });
      try {
        await Promise.race([ready, died]);
        clearTimeout(timer);
        timer = endLater(deadlineMs);
        child.once('message', resolve as (answer: unknown) => void);
        child.send(task, () => undefined);
        return await Promise.race([answered, died]);
      } finally {
        tell = undefined;
        clearTimeout(timer);
        child.removeListener('message', resolve);
        keepAlive(false);
      }
    },
    hasEnded: () => ended,
    end,
  };
}

function compileCache() {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

const tookTooLong = (deadlineMs: number) =>
  new DocumentError(
    'took_too_long',
    `The document takes longer than ${Math.ceil(deadlineMs / 1_000)} s to read; send it in parts, or simpler.`,
  );

function tooMuchMemory(memoryMb: number, signal: NodeJS.Signals): DocumentError {
  return new DocumentError(
    'too_much_memory',
    `The document takes more than ${memoryMb} MB of memory to read; send it in parts, or simpler.`,
    { cause: new Error(`The reader's process ended with ${signal}.`) },
  );
}
