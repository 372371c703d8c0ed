/** How many secrets were replaced: in a request by the client, before it sent it; in an answer by both. */
export const REDACTED_SECRETS_HEADER = 'X-Redacted-Secrets';

/**
 * Headers of answers that a page of an allowed origin may read beside those that every page may: in AWS the gateway says
 * so and drops what a function says, elsewhere the function does.
 */
export const EXPOSED_HEADERS = [
  'Allow',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  REDACTED_SECRETS_HEADER,
  'X-Request-Id',
] as const;
