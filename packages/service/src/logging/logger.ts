import { Logger } from '@aws-lambda-powertools/logger';
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
