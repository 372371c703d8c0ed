import type { ReaderLimits } from '@memory/sections/reader';

/**
 * A reader holds 100 MB before it reads, and 200 to 550 after 250 kB of one block a line (lists, tables, HTML). Beside the
 * local server, which takes 300 to 450, all of them stay below 1 GB together.
 */
const MEMORY_MB = 512;
/** Memory of the function itself beside the reader's process. */
const FUNCTION_MB = 192;

/**
 * Limits of reading a document. A function has its memory to itself and one call at a time; elsewhere a second
 * document need not wait for the first.
 */
export function readerLimits({
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: functionMb,
}: NodeJS.ProcessEnv): ReaderLimits {
  return functionMb === undefined
    ? { memoryMb: MEMORY_MB, deadlineMs: 10_000, processes: 2 }
    : { memoryMb: Math.min(MEMORY_MB, Number(functionMb) - FUNCTION_MB), deadlineMs: 15_000, processes: 1 };
}
