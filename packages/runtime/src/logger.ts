import { Logger } from '@aws-lambda-powertools/logger';
import type { Config } from './config/config.ts';

/** One JSON line a call. Never hand it a key, a body, or the message of a database error: those hold values. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

export const createLogger = (logLevel: Config['LOG_LEVEL']): Log =>
  new Logger({ serviceName: 'workspace-memory', logLevel });
