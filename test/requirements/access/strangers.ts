import { under } from '../requirement.ts';

/** Harm that a caller without a key, with a wrong one or with a great appetite cannot do to others. */
export const strangers = under({
  'docs/specification.md#logins-over-oauth': {
    'oauth.address.configured':
      'The audience of tokens and the metadata never follow the `Host` header: the local server does not start with `OAUTH_ISSUER` and without `PUBLIC_URL`.',
    'oauth.metadata.host':
      'The metadata is refused to names that were pointed at this machine, as messages are.',
    'http.known-names':
      'A local service on loopback refuses, on every path, a request whose `Host` names neither loopback nor its configured address.',
    'oauth.id-token': 'An ID token is 401, also when its audience is the one that access tokens have.',
  },
  'docs/specification.md#limits': {
    'limits.rate.reads-do-not-write':
      'Nine of ten requests are authenticated and counted without writing a row, in one round trip on every driver, and by the embedded engine in none within a second of the last; a revoked key is refused at once all the same, and a changed workspace is known.',
    'limits.rate.wrong-keys':
      'Wrong keys are limited by address: beyond the limit 429 with `Retry-After`, without a statement; keys that are right are not held up by it.',
    'limits.at-once':
      'A key has at most 100 calls under way, all keys of a workspace 200; one more is 429 with `Retry-After`.',
    'fairness.database-in-turn':
      'Requests wait for the database in turn by workspace, and in one workspace by key: 300 searches of one tenant at once do not keep the list of another waiting for 1 s.',
    'fairness.share-of-jobs':
      'In the local service jobs have a quarter of the time of the database while requests come without pause, a half once they are ten seconds late, two thirds after a minute, and all of it when nobody asks; a request waits for one statement of a job at most.',
    'fairness.headers-first':
      'What the headers decide is answered before a body is read: a key that cannot be one, and a `Content-Length` above the limit.',
    'fairness.slow-connections':
      'A connection that is slow, idle or does not read holds up nothing, background work least of all, and is closed in the end.',
  },
  'docs/specification.md#errors': {
    'http.hostile.documented':
      'Requests made from the schemas, valid, mutated and hostile, are answered within the documented responses of their endpoint or tool.',
  },
  'docs/specification.md#logs': {
    'http.log.bounded': 'A log line names known methods and tools only, and holds no piece of what was sent.',
  },
});
