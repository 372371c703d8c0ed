import { codePointCount, LIMITS } from '@memory/contracts';
import { ServiceError } from '../service-error.ts';

/** One answer for the unknown, the malformed and the foreign. */
export const sessionNotFound = (given: string) =>
  new ServiceError('not_found', `Session ${given} was not found.`);

/** A name that no session can have is not asked of the database, which cannot hold every string. @throws not_found */
export function requireSessionId(given: string): string {
  if (given.includes('\u0000') || !given.isWellFormed() || codePointCount(given) > LIMITS.sessionIdLength)
    throw sessionNotFound(given);
  return given;
}
