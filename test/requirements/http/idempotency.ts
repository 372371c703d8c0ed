import type { Requirement } from '../requirement.ts';

/** Requests that are repeated with an `Idempotency-Key`. */
export const idempotency = {
  'idempotency.store.replayed': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'POST store again with the same `Idempotency-Key` and body gets the first answer again and stores nothing.',
  },
  'idempotency.status-replayed': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'The repeated answer has the first status and body.',
  },
  'idempotency.other-body-422': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'The same key with another body answers 422 with code `idempotency_key_reused`.',
  },
  'idempotency.max-255': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'An `Idempotency-Key` of 255 characters works; one of 256 is 422.',
  },
  'idempotency.24-hours': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'After 24 hours the same key writes anew.',
  },
  'idempotency.per-workspace': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'The same key in another workspace is another request.',
  },
  'idempotency.per-route': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'The same key on another route is another request.',
  },
  'idempotency.deleted': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'Answers to requests with an idempotency key are deleted by the nightly work once they are a day old.',
  },
  'idempotency.keys-excepted': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'POST keys ignores `Idempotency-Key`: a secret is never kept.',
  },
  'idempotency.concurrent': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'Parallel requests with one key and body write once.',
  },
  'idempotency.relationships': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'POST relationships honours `Idempotency-Key`.',
  },
  'idempotency.sessions': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'POST sessions/start honours `Idempotency-Key`: the repeat gets the first 201, not 409.',
  },
  'idempotency.feedback': {
    section: 'docs/decisions/http.md#15-idempotency-keys',
    text: 'POST feedback honours `Idempotency-Key`: the repeat does not count twice.',
  },
} as const satisfies Record<string, Requirement>;
