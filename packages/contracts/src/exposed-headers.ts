/**
 * Headers of answers that a page of an allowed origin may read beside those that every page may: in AWS the gateway says
 * so and drops what a function says, elsewhere the function does.
 */
export const EXPOSED_HEADERS = [
  'Allow',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  'X-Redacted-Secrets',
  'X-Request-Id',
] as const;
