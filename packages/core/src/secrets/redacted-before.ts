import { REDACTED_SECRETS_HEADER } from '@memory/contracts';

const NAME = REDACTED_SECRETS_HEADER.toLowerCase();

/** How many secrets a client says that it replaced before it sent a request; whatever is no such number counts as none. */
export function redactedBefore(headers: Record<string, string | undefined>): number {
  const given = headers[NAME] ?? '';
  return /^\d{1,6}$/.test(given) ? Number(given) : 0;
}
