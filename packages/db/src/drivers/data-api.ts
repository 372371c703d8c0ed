import {
  RDSDataClient,
  RollbackTransactionCommand,
  type RDSDataClientConfig,
} from '@aws-sdk/client-rds-data';
import { ExponentialBackoff, handleWhen, retry, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { roundTripCounter, type Database } from '../database.ts';
import { describeDatabaseFailure } from '../errors.ts';
import type { OpenDatabase } from './opened-database.ts';
import { REPEATABLE } from './repeatable.ts';

export interface DataApiOptions {
  resourceArn: string;
  secretArn: string;
  database: string;
  /** How long a call may wait for a paused cluster: the HTTP API gives up after 30 s, a worker may wait for minutes. */
  resumeTimeoutMs: number;
  client?: RDSDataClientConfig;
}

interface Command {
  input: { sql?: string; transactionId?: string; continueAfterTimeout?: boolean };
}

const BACKOFF = new ExponentialBackoff({ initialDelay: 200, maxDelay: 2_000 });

/** For the statement itself, after the wait; with the wait of a request it stays below the 29 s of its function. */
const ANSWER_MS = 5_000;

/** Refused before anything was executed, so that a second call cannot do the work twice. */
const NOT_EXECUTED = new Set([
  'DatabaseResumingException',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** What goes on after the 45 s that a call may take: half an index would have to be begun again. */
const GOES_ON = /^\s*(?:create|drop) index concurrently\b/iu;

const READ_ONLY = /^\s*(?:select|with)\b(?!.*\b(?:insert\s+into|update|delete\s+from)\b)/isu;

function mayRepeat(error: unknown, statement: string | undefined): boolean {
  const { name, code } = error as { name?: string; code?: string };
  if (name !== undefined && NOT_EXECUTED.has(name)) return true;
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
    const statement = command.input.transactionId ? undefined : command.input.sql;
    if (statement !== undefined && GOES_ON.test(statement)) command.input.continueAfterTimeout = true;
    const patienceEndsAt = performance.now() + resumeTimeoutMs;
    const policy = wrap(
      timeout(resumeTimeoutMs + ANSWER_MS, TimeoutStrategy.Aggressive),
      retry(
        handleWhen((error) => mayRepeat(error, statement) && performance.now() < patienceEndsAt),
        // Only the time ends it: how long a cluster takes to wake up is not known beforehand.
        { maxAttempts: Infinity, backoff: BACKOFF },
      ),
    );
    const sent = policy.execute(() => send(command));
    // Drizzle rolls back after any failure, and would throw what the rollback says instead of that failure. A transaction
    // that is not rolled back has ended already, or expires by itself.
    return command instanceof RollbackTransactionCommand ? sent.catch(() => ({})) : sent;
  }) as typeof client.send;
  const db: Database = drizzle({ client, resourceArn, secretArn, database, logger: roundTripCounter });
  return { db, close: async () => client.destroy() };
}
