import { describeDatabaseFailure } from '@memory/db';

/**
 * An unexpected error as it may be logged: its class and where it happened. Its message may quote what a caller sent, as
 * that of `JSON.parse` does, and is left out; the frames name the line that wrote it.
 */
export function describeDefect(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { sqlState, constraint } = describeDatabaseFailure(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line));
  return {
    name: error.name,
    ...codeOf(error),
    ...(sqlState === null ? {} : { sqlState, constraint }),
    frames: frames.slice(0, 12).map((line) => line.trim()),
  };
}

/** `ECONNREFUSED` and its like; a code is a word. */
function codeOf(error: Error): { code?: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,64}$/u.test(code) ? { code } : {};
}
