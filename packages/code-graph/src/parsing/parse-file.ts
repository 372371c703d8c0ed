import { availableParallelism } from 'node:os';
import { type BoundedProcess, TaskNotBegunError } from '@memory/text/bounded-process';
import { isConfig } from '../config/config-index.ts';
import { contentHash } from '../content-hash.ts';
import type { FileIndex } from '../file-index.ts';
import { hasNoEnding, languageOf } from '../languages/language-of.ts';
import { isManifest } from '../manifests/manifest-index.ts';
import type { Source } from './read-source.ts';
import { IDLE_MS, type Reading, takeParser } from './start-parser.ts';

interface ReadingCost {
  /** Of the processor. */
  cpuMs: number;
  /** Memory that the process holds by then, with the grammars of the files before. */
  residentBytes: number;
}

/** WebAssembly gives nothing back: a process that holds more than its share of this is not kept for the next file. */
const KEPT_BYTES = 400_000_000;
/** By the clock, for what neither works nor ends. */
const DEADLINE_MS = 120_000;

/** Of files: to make the query of a grammar takes as much of the processor. */
const GRAMMAR_COST = 100;

/** A process that reads one file after another. */
class Reader {
  waiting = 0;
  readonly #languages = new Set<string | undefined>();
  #process: BoundedProcess<Source, Reading> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** In files: those before it, and the grammar, which counts the less the more files come. */
  costOf(language: string | undefined): number {
    return this.waiting + (this.#languages.has(language) ? 0 : Math.max(0, GRAMMAR_COST - files));
  }

  read(source: Source, language: string | undefined): Promise<ReadingCost & { index: string | undefined }> {
    this.#languages.add(language);
    this.waiting += 1;
    return this.#ask(source).finally(() => (this.waiting -= 1));
  }

  async #ask(source: Source): Promise<ReadingCost & { index: string | undefined }> {
    this.#process = !this.#process || this.#process.hasEnded() ? takeParser() : this.#process;
    const asked = this.#process;
    const reading = await asked.run(source, DEADLINE_MS).catch((error: unknown) => {
      if (error instanceof TaskNotBegunError) return undefined;
      throw error;
    });
    // The file before it ended the process, in which every grammar may trap by then.
    if (reading === undefined || ('failed' in reading && asked.hasEnded())) return this.#ask(source);
    const sharing = readers.filter((one) => one.#process?.hasEnded() === false).length;
    // After a trap within one grammar all grammars of its process trap.
    if ('failed' in reading || reading.residentBytes > KEPT_BYTES / sharing) asked.end();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#rest(asked), IDLE_MS).unref();
    if ('failed' in reading) throw new Error(`${source.filePath}: the grammar gave up (${reading.failed})`);
    return reading;
  }

  #rest(process: BoundedProcess<Source, Reading>): void {
    if (this.waiting > 0) return;
    files = 0;
    this.#languages.clear();
    process.end();
  }
}

/** Of two cores one is left to the command and the service: both take as long for thousands of files as a parser does. */
const readers = [new Reader(), ...(availableParallelism() > 2 ? [new Reader()] : [])];
/** Files since one of them was idle. */
let files = 0;

/** Whether a file may be parsed, by its name; the others need not be read. */
export const isParsed = (filePath: string): boolean =>
  isConfig(filePath) || isManifest(filePath) || hasNoEnding(filePath) || languageOf(filePath) !== undefined;

/**
 * Symbols and raw references of one source file or package manifest, read in a process of its own; in two where
 * there are more than two cores, and files of two languages or many files wait.
 * @param filePath relative to the root of the tree, with forward slashes; decides the language, without an ending the first line does
 * @param hash contentHash of the file's bytes, when the caller has them; made from the source otherwise
 * @param options.onlySymbols references are left out, whose query takes long to compile
 * @param options.onRead told what the reading took
 * @returns undefined when no grammar reads the file; broken syntax comes back `partial`
 * @throws where the grammar gave up on this file: it trapped, or took more than MEMORY_MB or CPU_MAX_MS
 */
export async function parseFile(
  filePath: string,
  source: string,
  hash: string = contentHash(source),
  { onlySymbols, onRead }: { onlySymbols?: boolean; onRead?: (cost: ReadingCost) => void } = {},
): Promise<FileIndex | undefined> {
  const language = languageOf(filePath, source)?.name;
  if (language === undefined && !isConfig(filePath, source.length) && !isManifest(filePath)) return undefined;
  // A language stays with its process until many files wait.
  const reader = readers.reduce((a, b) => (b.costOf(language) < a.costOf(language) ? b : a));
  files += 1;
  const { index, ...cost } = await reader.read({ filePath, source, hash, onlySymbols }, language);
  onRead?.(cost);
  return index === undefined ? undefined : (JSON.parse(index) as FileIndex);
}
