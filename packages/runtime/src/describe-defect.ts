import { describeDatabaseFailure } from '@memory/db';

/** An unexpected error as it may be logged: where it happened and its class, without the values a message may hold. */
export function describeDefect(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { sqlState, constraint } = describeDatabaseFailure(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line));
  const ofDatabase = sqlState !== null || error.cause !== undefined;
  return {
    name: error.name,
    ...(ofDatabase ? { sqlState, constraint } : { message: error.message }),
    frames: frames.slice(0, 12).map((line) => line.trim()),
  };
}
