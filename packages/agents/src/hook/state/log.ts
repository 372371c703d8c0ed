import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';

/** The log and its predecessor take twice this at most. */
const BYTES_MAX = 512 * 1_024;

export type LogEntry = Readonly<Record<string, string | number | undefined>> & { message: string };

/** Notes what went wrong; never a payload, which may hold secrets. A log that cannot be written is passed over. */
export function logProblem({ logs }: Home, entry: LogEntry): void {
  const path = join(logs, 'hook.log');
  try {
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > BYTES_MAX) renameSync(path, `${path}.1`);
    appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`, { mode: 0o600 });
  } catch {
    // A full disk is no reason to disturb the agent.
  }
}

/** A problem without texts of others: an error's code or class, and its message where it is of the system. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A message of JSON.parse quotes what it read.
  if (error instanceof SyntaxError) return 'SyntaxError';
  return code === undefined
    ? `${error.name}: ${error.message.slice(0, 200)}`
    : [code, syscall].filter(Boolean).join(' ');
}
