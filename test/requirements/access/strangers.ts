import type { Requirement } from '../requirement.ts';

/** Harm that a caller without a key, with a wrong one or with a great appetite cannot do to others. */
export const strangers = {
  'oauth.address.configured': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'The audience of tokens and the metadata never follow the `Host` header: the local server does not start with `OAUTH_ISSUER` and without `PUBLIC_URL`.',
  },
  'oauth.metadata.host': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'The metadata is refused to names that were pointed at this machine, as messages are.',
  },
  'http.known-names': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'A local service on loopback refuses, on every path, a request whose `Host` names neither loopback nor its configured address.',
  },
  'oauth.id-token': {
    section: 'docs/specification.md#logins-over-oauth',
    text: 'An ID token is 401, also when its audience is the one that access tokens have.',
  },
  'limits.rate.reads-do-not-write': {
    section: 'docs/specification.md#limits',
    text: 'Nine of ten requests are authenticated and counted without writing a row, in one round trip on every driver; a revoked key is refused at once all the same.',
  },
  'limits.rate.wrong-keys': {
    section: 'docs/specification.md#limits',
    text: 'Wrong keys are limited by address: beyond the limit 429 with `Retry-After`, without a statement; keys that are right are not held up by it.',
  },
  'limits.at-once': {
    section: 'docs/specification.md#limits',
    text: 'A key has at most 100 calls under way, all keys of a workspace 200; one more is 429 with `Retry-After`.',
  },
  'fairness.database-in-turn': {
    section: 'docs/specification.md#limits',
    text: 'Requests wait for the database in turn by workspace, and in one workspace by key: 300 searches of one tenant at once do not keep the list of another waiting for 1 s.',
  },
  'fairness.headers-first': {
    section: 'docs/specification.md#limits',
    text: 'What the headers decide is answered before a body is read: a key that cannot be one, and a `Content-Length` above the limit.',
  },
  'fairness.slow-connections': {
    section: 'docs/specification.md#limits',
    text: 'A connection that is slow, idle or does not read holds up nothing, background work least of all, and is closed in the end.',
  },
  'http.hostile.documented': {
    section: 'docs/specification.md#errors',
    text: 'Requests made from the schemas, valid, mutated and hostile, are answered within the documented responses of their endpoint or tool.',
  },
  'http.log.bounded': {
    section: 'docs/specification.md#logs',
    text: 'A log line names known methods and tools only, and holds no piece of what was sent.',
  },
} as const satisfies Record<string, Requirement>;
