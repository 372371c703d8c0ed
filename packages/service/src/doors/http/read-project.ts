import { codePointCount, LIMITS, PROJECT_HEADER } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { redactValue } from '@memory/redact';
import type { EndpointEvent } from './endpoint-context.ts';

/**
 * The project that the caller works in.
 * @returns undefined where it names none
 * @throws validation_failed
 */
export function readProject({ headers }: EndpointEvent): string | undefined {
  const given = headers[PROJECT_HEADER];
  if (given === undefined) return undefined;
  const name = decoded(given)?.trim();
  if (name === undefined || name.includes('\u0000') || codePointCount(name) > LIMITS.labelLength)
    throw new ServiceError(
      'validation_failed',
      `X-Project should be a percent-encoded name of at most ${LIMITS.labelLength} characters.`,
    );
  return name === '' ? undefined : redactValue(name).value;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
