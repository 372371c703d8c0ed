import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoundedProcess, ProcessLimitError, startBoundedProcess } from '@memory/text/bounded-process';
import { DocumentError } from '../document-error.ts';
import type { DocumentTask, DocumentTasks, TaskAnswer } from './document-task.ts';

type ReaderProcess = BoundedProcess<DocumentTask, TaskAnswer>;

/** First come, first served for each asker; the askers take turns. */
class FairQueue<Item> {
  readonly #byAsker = new Map<string, Item[]>();

  push(asker: string, item: Item): void {
    const items = this.#byAsker.get(asker);
    if (items) items.push(item);
    else this.#byAsker.set(asker, [item]);
  }

  shift(): Item | undefined {
    const [first] = this.#byAsker;
    if (!first) return undefined;
    const [asker, items] = first;
    this.#byAsker.delete(asker);
    const item = items.shift();
    // A map keeps the order of insertion: whoever had a turn goes to its end.
    if (items.length > 0) this.#byAsker.set(asker, items);
    return item;
  }
}

/** Told of a document for which its call has no time left: alone it can be read. */
export const NO_TIME_LEFT = 'The documents before this one took the time that one call has; send it again.';

export interface ReaderLimits {
  /** Of all processes together, in MB, their own 100 each included. */
  memoryMb: number;
  /** For one document. */
  deadlineMs: number;
  /** At most this many documents are read at once, each in a process of its own. */
  processes: number;
}

export interface ReadingOptions {
  /** The caller's group: groups that wait take turns. */
  for?: string;
  /** Time that several documents may take together; what reading takes is taken off. */
  budget?: Budget;
}

interface Budget {
  leftMs: number;
  /** Whether a document before took some of it. */
  isBegun?: boolean;
}

/** Reads documents of strangers where they can neither hold up nor end the process that asks. */
export interface DocumentReader {
  /** @throws DocumentError also `took_too_long` and `too_much_memory` */
  read<Kind extends keyof DocumentTasks>(
    kind: Kind,
    input: DocumentTasks[Kind]['input'],
    options?: ReadingOptions,
  ): Promise<DocumentTasks[Kind]['output']>;
  /** Ends the processes. Nothing needs it: they end with this one. */
  close(): void;
}

interface Waiting {
  asker: string;
  task: DocumentTask;
  /** It needs more than a share of the memory, so no other one is read meanwhile. */
  alone: boolean;
  budget: Budget | undefined;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/** Its file lies beside this one: as TypeScript in the source tree, as JavaScript in a bundle or a package. */
const FILE = fileURLToPath(
  new URL(`./reader-process${extname(new URL(import.meta.url).pathname)}`, import.meta.url),
);

/**
 * The processes are started when first needed and kept: a start takes 0.4 s. They share the memory: a document that needs
 * more than its share is read alone, again from the beginning where another one was being read.
 */
export function createDocumentReader({ memoryMb, deadlineMs, processes }: ReaderLimits): DocumentReader {
  const queue = new FairQueue<Waiting>();
  const idle: ReaderProcess[] = [];
  const all = new Set<ReaderProcess>();
  const shareMb = Math.floor(memoryMb / processes);
  let busy = 0;
  /** The document whose turn it is, and those that wait until nothing else is read. */
  let held: Waiting | undefined;
  let isAlone = false;

  function next(): void {
    if (isAlone || busy >= processes) return;
    const waiting = held ?? queue.shift();
    held = waiting;
    if (!waiting || (waiting.alone && busy > 0)) return;
    held = undefined;
    busy++;
    if (waiting.alone) beAlone();
    void read(waiting).finally(() => {
      busy--;
      isAlone = false;
      next();
    });
    next();
  }

  async function read(waiting: Waiting): Promise<void> {
    let hasOutgrown = false;
    const onLarge = (reader: ReaderProcess) => {
      if (busy === 1) beAlone();
      else {
        hasOutgrown = true;
        end(reader);
      }
    };
    try {
      waiting.resolve(await work(waiting, onLarge));
    } catch (error) {
      if (hasOutgrown) queue.push(waiting.asker, { ...waiting, alone: true });
      else waiting.reject(error);
    }
  }

  function beAlone(): void {
    isAlone = true;
    for (const reader of idle.splice(0)) end(reader);
  }

  async function work({ task, budget }: Waiting, onLarge: (reader: ReaderProcess) => void): Promise<unknown> {
    const allowedMs = Math.min(deadlineMs, budget?.leftMs ?? Infinity);
    if (allowedMs <= 0) throw new DocumentError('took_too_long', NO_TIME_LEFT);
    const reader = take();
    const startedAt = performance.now();
    try {
      const answer = await reader.run(task, allowedMs, () => onLarge(reader));
      // Memory that a large document leaves behind would count against the next one, which shall not wait for a start.
      if (answer.residentBytes > (shareMb * 1_000_000) / 2) {
        end(reader);
        idle.push(start());
      } else idle.push(reader);
      if ('output' in answer) return answer.output;
      if ('defect' in answer) throw answer.defect;
      const { code, message, offset } = answer.refused;
      throw new DocumentError(code, message, offset === undefined ? {} : { offset });
    } catch (cause) {
      if (!(cause instanceof ProcessLimitError)) throw cause;
      if (cause.limit === 'memory')
        throw new DocumentError(
          'too_much_memory',
          `The document takes more than ${memoryMb} MB of memory to read; send it in parts, or simpler.`,
          { cause },
        );
      // Memory that others left is no measure of this document.
      const isShort = budget?.isBegun && allowedMs < deadlineMs;
      const message = `The document takes longer than ${Math.ceil(allowedMs / 1_000)} s to read; send it in parts, or simpler.`;
      throw new DocumentError('took_too_long', isShort ? NO_TIME_LEFT : message, { cause });
    } finally {
      if (reader.hasEnded()) all.delete(reader);
      if (budget) {
        budget.leftMs -= performance.now() - startedAt;
        budget.isBegun = true;
      }
    }
  }

  function take(): ReaderProcess {
    for (let reader = idle.pop(); reader; reader = idle.pop()) {
      if (!reader.hasEnded()) return reader;
      all.delete(reader);
    }
    return start();
  }

  function start(): ReaderProcess {
    const reader = startBoundedProcess<DocumentTask, TaskAnswer>(FILE, { memoryMb, shareMb });
    all.add(reader);
    return reader;
  }

  function end(reader: ReaderProcess): void {
    all.delete(reader);
    reader.end();
  }

  return {
    read: async (kind, input, { for: asker = '', budget } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      queue.push(asker, {
        asker,
        task: { kind, input } as DocumentTask,
        alone: false,
        budget,
        resolve,
        reject,
      });
      next();
      // The process answers in the type that goes with the kind.
      return (await promise) as DocumentTasks[typeof kind]['output'];
    },
    close() {
      idle.length = 0;
      for (const reader of all) end(reader);
    },
  };
}
