import { under } from '../requirement.ts';

/** Requests that are repeated with an `Idempotency-Key`. */
export const idempotency = under({
  'docs/decisions/http.md#15-idempotency-keys': {
    'idempotency.store.replayed':
      'POST store again with the same `Idempotency-Key` and body gets the first answer again and stores nothing.',
    'idempotency.status-replayed': 'The repeated answer has the first status and body.',
    'idempotency.other-body-422':
      'The same key with another body answers 422 with code `idempotency_key_reused`.',
    'idempotency.max-255': 'An `Idempotency-Key` of 255 characters works; one of 256 is 422.',
    'idempotency.24-hours': 'After 24 hours the same key writes anew.',
    'idempotency.per-workspace': 'The same key in another workspace is another request.',
    'idempotency.per-route': 'The same key on another route is another request.',
    'idempotency.deleted':
      'Answers to requests with an idempotency key are deleted by the nightly work once they are a day old.',
    'idempotency.keys-excepted': 'POST keys ignores `Idempotency-Key`: a secret is never kept.',
    'idempotency.concurrent': 'Parallel requests with one key and body write once.',
    'idempotency.relationships': 'POST relationships honours `Idempotency-Key`.',
    'idempotency.sessions':
      'POST sessions/start honours `Idempotency-Key`: the repeat gets the first 201, not 409.',
    'idempotency.feedback': 'POST feedback honours `Idempotency-Key`: the repeat does not count twice.',
  },
});
