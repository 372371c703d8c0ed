import { setTimeout as wait } from 'node:timers/promises';
import {
  ExecuteStatementCommand,
  RDSDataClient,
  RollbackTransactionCommand,
  type RDSDataClientConfig,
} from '@aws-sdk/client-rds-data';
import { ExponentialBackoff, handleWhen, retry, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { codeOf, nameOf } from '@memory/text/error-facts';
import { roundTripCounter, type Database } from '../database.ts';
import { remainingMs } from '../statement-limit.ts';
import { describeDatabaseFailure } from '../errors.ts';
import { slowStatements } from '../slow-statements.ts';
import type { OpenDatabase } from './opened-database.ts';
import { REPEATABLE } from './repeatable.ts';

export interface DataApiOptions {
  resourceArn: string;
  secretArn: string;
  database: string;
  /**
   * How long a call may wait for a paused cluster, within the deadline of the request or job: the HTTP API gives up after
   * 30 s, a worker may wait for minutes.
   */
  resumeTimeoutMs: number;
  client?: RDSDataClientConfig;
}

interface Command {
  input: { sql?: string; transactionId?: string; continueAfterTimeout?: boolean };
}

const BACKOFF = new ExponentialBackoff({ initialDelay: 200, maxDelay: 2_000 });

/** For the statement itself, after the wait. */
const ANSWER_MS = 5_000;

/**
 * How long anything but a cluster that wakes up is asked again, and how often: in an outage every request would
 * otherwise hold its function for the whole wait, and many requests a second the account's concurrency with it.
 */
const REPEAT_MS = 2_000;
const REPEATS_MAX = 3;

/** A statement that its caller gave up may run for 45 s; until then the service refuses to roll its transaction back. */
const ROLLBACK_MS = 50_000;

/** Refused before anything was executed, so that a second call cannot do the work twice. */
const NOT_EXECUTED = new Set([
  'DatabaseResumingException',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** Statements that go on after the 45 s that a call may take: half an index would have to be begun again. */
const GOES_ON = /^\s*(?:(?:create|drop) index concurrently\b|do \$index\$)/iu;

/** Left out: the service parses statements for parameters itself, and a comment may hold a quote or a colon. */
const COMMENT_LINES = /^[ \t]*--.*(?:\n|$)/gmu;

const READ_ONLY = /^\s*(?:select|with)\b(?!.*\b(?:insert\s+into|update|delete\s+from)\b)/isu;

const isResuming = (error: unknown): boolean => nameOf(error) === 'DatabaseResumingException';

function mayRepeat(error: unknown, statement: string | undefined): boolean {
  const code = codeOf(error);
  if (NOT_EXECUTED.has(nameOf(error))) return true;
  if (code === 'ECONNREFUSED') return true;
  // A lost answer may have committed: only what changes nothing, or nothing that matters, is asked again.
  const isHarmless =
    statement !== undefined && (statement.startsWith(REPEATABLE) || READ_ONLY.test(statement));
  return isHarmless && describeDatabaseFailure(error).unavailable;
}

/** Aurora through the RDS Data API: no connection to keep, no VPC to be in. */
export function openDataApi({
  resourceArn,
  secretArn,
  database,
  resumeTimeoutMs,
  client: config,
}: DataApiOptions): OpenDatabase {
  // The SDK's own retries would repeat writes whose answer was lost, and do not wait for a resuming cluster.
  const client = new RDSDataClient({ maxAttempts: 1, ...config });
  const send = client.send.bind(client) as (command: Command) => Promise<unknown>;
  client.send = ((command: Command) => {
    if (command.input.sql !== undefined) command.input.sql = command.input.sql.replaceAll(COMMENT_LINES, '');
    const statement = command.input.transactionId ? undefined : command.input.sql;
    if (statement !== undefined && GOES_ON.test(statement)) command.input.continueAfterTimeout = true;
    // Drizzle rolls back after any failure, and would throw what the rollback says instead of that failure.
    if (command instanceof RollbackTransactionCommand) return rollBack(() => send(command));
    return sendPatiently(() => sendNoting(send, command), { statement, resumeTimeoutMs });
  }) as typeof client.send;
  const db: Database = drizzle({ client, resourceArn, secretArn, database, logger: roundTripCounter });
  return { db, close: async () => client.destroy() };
}

/** Notes what is slow; a cluster that wakes up answers at once that it does. */
async function sendNoting(send: (command: Command) => Promise<unknown>, command: Command): Promise<unknown> {
  const text = command.input.sql;
  if (text === undefined) return send(command);
  const startedAt = performance.now();
  let rows: number | null = null;
  try {
    const answer = (await send(command)) as { records?: unknown[] };
    rows = answer.records?.length ?? 0;
    return answer;
  } finally {
    const { transactionId: _, ...input } = command.input;
    const explain = async () => {
      const told = (await send(
        new ExecuteStatementCommand({ ...input, sql: `explain (format json) ${text}` } as never),
      )) as { records?: { stringValue?: string }[][] };
      return { rows: told.records?.map(([field]) => [field?.stringValue]) };
    };
    slowStatements.note({ text, ms: performance.now() - startedAt, rows, explain });
  }
}

/** Sends a call, again where that may help, within the time that the request has left. */
function sendPatiently(
  send: () => Promise<unknown>,
  { statement, resumeTimeoutMs }: { statement: string | undefined; resumeTimeoutMs: number },
): Promise<unknown> {
  const startedAt = performance.now();
  const leftMs = remainingMs();
  const resumeMs = Math.min(resumeTimeoutMs, leftMs - REPEAT_MS);
  let repeats = 0;
  const isWorthIt = (error: unknown): boolean => {
    const passedMs = performance.now() - startedAt;
    if (isResuming(error)) return passedMs < resumeMs;
    repeats += 1;
    return mayRepeat(error, statement) && repeats <= REPEATS_MAX && passedMs < Math.min(REPEAT_MS, leftMs);
  };
  const policy = wrap(
    timeout(Math.max(0, Math.min(resumeTimeoutMs + ANSWER_MS, leftMs)), TimeoutStrategy.Aggressive),
    // Only the time ends it: how long a cluster takes to wake up is not known beforehand.
    retry(handleWhen(isWorthIt), { maxAttempts: Infinity, backoff: BACKOFF }),
  );
  return policy.execute(send);
}

/**
 * Rolls back until it is accepted: while a statement of the transaction still runs the service refuses, and a transaction
 * that is left alone keeps its locks for three minutes. The caller waits for as long as it has time.
 */
async function rollBack(send: () => Promise<unknown>): Promise<object> {
  const startedAt = performance.now();
  const mayBeRunning = (error: unknown) =>
    nameOf(error) !== 'TransactionNotFoundException' && performance.now() - startedAt < ROLLBACK_MS;
  const policy = retry(handleWhen(mayBeRunning), { maxAttempts: Infinity, backoff: BACKOFF });
  // A rollback that is refused to the end has ended already, or expires by itself.
  const accepted = policy.execute(send).catch(() => {});
  await Promise.race([
    accepted,
    wait(Math.min(ROLLBACK_MS, Math.max(0, remainingMs())), undefined, { ref: false }),
  ]);
  return {};
}
