import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoundedProcess, startBoundedProcess } from '@memory/text/bounded-process';
import type { Source } from './read-source.ts';

/** The index is JSON, by which it was measured. */
export type Reading = { index: string | undefined; cpuMs: number } | { failed: string };

/** A file of 4 MB takes half of it. */
const MEMORY_MB = 1_000;
/** Where what the grammar does within is not asked for the time: the reading itself ends after six seconds at most. */
const CPU_MAX_MS = 10_000;

/**
 * All of tree-sitter itself is compiled at once: see parser-process.ts. Threads that collect garbage beside the one that reads
 * save it nothing, and take from the command and the service. Young objects in a space of a quarter of the size take 35 MB
 * less, and a tenth longer: where cores are few, one process may take them.
 */
const FLAGS = [
  '--no-wasm-lazy-compilation',
  '--single-threaded-gc',
  `--max-semi-space-size=${availableParallelism() > 2 ? 4 : 16}`,
];

/** How long a process is kept that reads nothing. */
export const IDLE_MS = 60_000;

let started: BoundedProcess<Source, Reading> | undefined;
let isTaken = false;

/** Starts the process that will read the first file: it is ready in the time in which a command loads the rest of itself. */
export function startParser(): void {
  if (isTaken || started) return;
  const waiting = (started = start());
  setTimeout(() => started === waiting && waiting.end(), IDLE_MS).unref();
}

/** A process that nobody has yet. */
export function takeParser(): BoundedProcess<Source, Reading> {
  const waiting = started?.hasEnded() ? undefined : started;
  [started, isTaken] = [undefined, true];
  return waiting ?? start();
}

/** Its file lies beside this one: as TypeScript in the source tree, as JavaScript in the package. */
const start = () =>
  startBoundedProcess<Source, Reading>(
    fileURLToPath(new URL(`./parser-process${extname(new URL(import.meta.url).pathname)}`, import.meta.url)),
    { memoryMb: MEMORY_MB, cpuMaxMs: CPU_MAX_MS, flags: FLAGS },
  );
