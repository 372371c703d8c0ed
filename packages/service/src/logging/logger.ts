import { Logger } from '@aws-lambda-powertools/logger';
import { describeDatabaseFailure } from '@memory/db';
import { printable } from '@memory/text/printable';
import type { Config } from '../config/config.ts';

/**
 * One JSON line a call, printable: JSON leaves C1 controls and what turns text around as they are, and a terminal acts on them.
 * Never hand it a key, a body, or the message of a database error: those hold values.
 */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

export const createLogger = (logLevel: Config['LOG_LEVEL']): Log =>
  new Logger({
    serviceName: 'workspace-memory',
    logLevel,
    jsonReplacerFn: (_name, value) => (typeof value === 'string' ? printable(value) : value),
  });

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
