import { RDSDataClient, type RDSDataClientConfig } from '@aws-sdk/client-rds-data';
import { ExponentialBackoff, handleWhen, retry, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { roundTripCounter, type Database } from '../database.ts';
import { describeDatabaseFailure } from '../errors.ts';
import type { OpenDatabase } from './open-database.ts';

export interface DataApiOptions {
  resourceArn: string;
  secretArn: string;
  database: string;
  /** How long a call may wait for a paused cluster: the HTTP API gives up after 30 s, a worker may wait for minutes. */
  resumeTimeoutMs: number;
  client?: RDSDataClientConfig;
}

/** Refused before anything was executed, so that a second call cannot do the work twice. */
const NOT_EXECUTED = new Set([
  'DatabaseResumingException',
  'ThrottlingException',
  'TooManyRequestsException',
]);

const READ_ONLY = /^\s*(?:select|with)\b(?!.*\b(?:insert\s+into|update|delete\s+from)\b)/isu;

function mayRepeat(error: unknown, statement: string | undefined): boolean {
  const { name, code } = error as { name?: string; code?: string };
  if (name !== undefined && NOT_EXECUTED.has(name)) return true;
  if (code === 'ECONNREFUSED') return true;
  // A lost answer may have committed: only what changes nothing is asked again.
  return statement !== undefined && READ_ONLY.test(statement) && describeDatabaseFailure(error).unavailable;
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
  const send = client.send.bind(client) as (command: {
    input?: { sql?: string; transactionId?: string };
  }) => Promise<unknown>;
  client.send = ((command: { input?: { sql?: string; transactionId?: string } }) => {
    const policy = wrap(
      timeout(resumeTimeoutMs + 60_000, TimeoutStrategy.Aggressive),
      retry(
        handleWhen((error) =>
          mayRepeat(error, command.input?.transactionId ? undefined : command.input?.sql),
        ),
        {
          maxAttempts: attemptsWithin(resumeTimeoutMs),
          backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: MAX_DELAY_MS }),
        },
      ),
    );
    return policy.execute(() => send(command));
  }) as typeof client.send;
  const db: Database = drizzle({ client, resourceArn, secretArn, database, logger: roundTripCounter });
  return { db, close: async () => client.destroy() };
}

const MAX_DELAY_MS = 3_000;

/** Attempts whose backoff (200, 400, … 3,000 ms) adds up to about `budgetMs`. */
function attemptsWithin(budgetMs: number): number {
  return Math.max(1, Math.ceil(budgetMs / MAX_DELAY_MS) + 2);
}
