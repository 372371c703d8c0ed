import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Longest time that one statement may take, in milliseconds, whatever the driver: beyond it the statement is ended and
 * fails with SQLSTATE 57014. Jobs set theirs from the job table.
 */
export const STATEMENT_LIMIT_MS = {
  /** A caller waits: API Gateway gives up after 30 s. */
  request: 15_000,
  /** The same in the embedded engine, where everybody else waits with the caller. */
  embeddedRequest: 2_000,
  /** The time of a call, after which the Data API ends the statement itself. */
  dataApi: 45_000,
  /** Migrations, vacuum and what an operator asks for. */
  maintenance: 15 * 60_000,
} as const;

/** Longest time that a transaction may stay open between two statements: all others wait for it, or for its locks. */
export const IDLE_TRANSACTION_LIMIT_MS = 60_000;

const limits = new AsyncLocalStorage<number>();

/** The statements of `work` may take this long each. */
export const withStatementLimit = <Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> =>
  // Awaited inside: drizzle begins a statement only when somebody waits for it.
  limits.run(limitMs, async () => await work());

/** @param requestMs where nothing else was set */
export const statementLimitMs = (requestMs: number = STATEMENT_LIMIT_MS.request): number =>
  limits.getStore() ?? requestMs;

const deadlines = new AsyncLocalStorage<number>();

/** Runs `work`, whose statements together have this long: a function that is stopped in the middle of one cannot say so. */
export const withinDeadline = <Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> =>
  deadlines.run(performance.now() + milliseconds, work);

/** Milliseconds that are left for the request or job under way; Infinity where nothing limits it. */
export const remainingMs = (): number => (deadlines.getStore() ?? Infinity) - performance.now();
