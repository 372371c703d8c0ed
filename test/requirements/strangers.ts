import type { Requirement } from './requirement.ts';

/** What somebody without a key, with a wrong one or with a great appetite can do to the others: nothing. */
export const strangers = {
  'oauth.address.configured': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'The audience of tokens and the metadata never follow the `Host` header: the local server does not start with `OAUTH_ISSUER` and without `PUBLIC_URL`.',
  },
  'oauth.metadata.host': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'The metadata is refused to names that were pointed at this machine, as messages are.',
  },
  'oauth.id-token': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'An ID token is 401, also when its audience is the one that access tokens have.',
  },
  'http.log.bounded': {
    section: 'docs/specification.md#logs',
    text: 'A log line names known methods and tools only, and holds no piece of what was sent.',
  },
} as const satisfies Record<string, Requirement>;
