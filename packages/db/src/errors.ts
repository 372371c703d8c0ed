export interface DatabaseFailure {
  name: string;
  /** SQLSTATE, five characters; null where the failure was not the statement's. */
  sqlState: string | null;
  /** The service is asleep, overloaded or out of reach: the same call may succeed later. */
  unavailable: boolean;
  /** The disk has no room: reads go on, and writes will when there is some. */
  isFull: boolean;
  /** The statement took longer than it may: the same call will, unless it asks for less. */
  isSlow: boolean;
  constraint: string | null;
}

const UNAVAILABLE_NAMES = new Set([
  'DatabaseResumingException',
  'DatabaseUnavailableException',
  // The cluster changed its name, as in a restore: until the endpoint is off and on again.
  'HttpEndpointNotEnabledException',
  'ServiceUnavailableError',
  'InternalServerErrorException',
  'StatementTimeoutException',
  'ThrottlingException',
  'TooManyRequestsException',
  // Ours: no answer within the time that the caller has.
  'TaskCancelledError',
]);

const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);

interface DriverError {
  name?: string;
  message?: string;
  code?: string;
  constraint?: string;
  cause?: unknown;
}

/** Drizzle wraps what the driver threw, and its message holds the statement with all its values: only causes are read. */
function rootCause(error: unknown): DriverError {
  let current = error as DriverError;
  while (current?.cause && typeof current.cause === 'object') current = current.cause;
  return current ?? {};
}

/** Reads a driver's error; every field is null or false for an error that no database made. */
export function describeDatabaseFailure(error: unknown): DatabaseFailure {
  const { name = '', message = '', code = '', constraint } = rootCause(error);
  const inMessage = /SQLState:\s*([A-Z0-9]{5})/u.exec(message)?.[1];
  const sqlState = inMessage ?? (/^[A-Z0-9]{5}$/u.test(code) ? code : null);
  return {
    name,
    sqlState,
    unavailable:
      UNAVAILABLE_NAMES.has(name) ||
      UNAVAILABLE_CODES.has(code) ||
      // Connection exceptions, too many connections, shutdown, statement timeout.
      (sqlState !== null && /^(?:08|53|57P|57014)/u.test(sqlState)),
    isFull: sqlState === '53100',
    isSlow: sqlState === '57014' || name === 'StatementTimeoutException',
    constraint: constraint ?? /constraint "([^"]+)"/u.exec(message)?.[1] ?? null,
  };
}

/** Whether a statement took longer than the service waits for one. */
export const isStatementTimeout = (error: unknown): boolean =>
  rootCause(error).name === 'StatementTimeoutException';

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = describeDatabaseFailure(error);
  return failure.sqlState === '23505' && (constraint === undefined || failure.constraint === constraint);
}
