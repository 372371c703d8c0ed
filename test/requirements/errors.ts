import type { Requirement } from './requirement.ts';

/** Statuses and the shapes of error answers. */
export const errors = {
  'errors.401.invalid-key': {
    section: 'Errors',
    part: 1,
    text: 'A key that does not exist answers 401.',
  },
  'errors.401.inactive-key': {
    section: 'Errors',
    part: 1,
    text: 'An inactive (expired) key answers 401.',
  },
  'errors.shape.not-found': {
    section: 'Errors',
    part: 1,
    text: 'A 404 about an identifier is `{detail: string}` and `detail` contains the identifier exactly as the caller gave it.',
  },
  'errors.shape.validation': {
    section: 'Errors',
    part: 1,
    text: 'A validation error body is `{detail: [{loc: array, msg: string, type: string}]}`.',
  },
  'errors.404.malformed-path-id': {
    section: 'Decision 2',
    part: 1,
    text: 'A malformed memory identifier in a path answers 404, the same as an unknown one.',
  },
  'errors.404.foreign-equals-unknown': {
    section: 'Decision 2',
    part: 1,
    text: 'The answer about a memory of another workspace equals byte for byte the answer about an unknown identifier, at every endpoint.',
  },
  'errors.shape.401': {
    section: 'Decision 14',
    part: 1,
    text: 'A 401 on REST has the body `{detail: string}`.',
  },
  'errors.shape.403': {
    section: 'Decision 14',
    part: 1,
    text: 'A 403 has the body `{detail: string}`.',
  },
  'errors.shape.405': {
    section: 'Decision 14',
    part: 1,
    text: 'A 405 has the body `{detail: string}`.',
  },
  'errors.shape.413': {
    section: 'Decision 14',
    part: 1,
    text: 'A 413 has the body `{detail: string}`.',
  },
  'errors.shape.415': {
    section: 'Decision 14',
    part: 1,
    text: 'A 415 has the body `{detail: string}`.',
  },
  'errors.shape.429': {
    section: 'Decision 14',
    part: 1,
    text: 'A 429 has the body `{detail: string}`.',
  },
  'errors.shape.500': {
    section: 'Decision 14',
    part: 1,
    text: 'A 500 has the body `{detail: string}` and reveals nothing of the failure except the request id header.',
  },
  'errors.shape.503': {
    section: 'Decision 14',
    part: 1,
    text: 'A 503 on REST has the body `{detail: string}`.',
  },
  'errors.validation.loc-body': {
    section: 'Decision 14',
    part: 1,
    text: '`loc` of a body fault begins with `body`, then the path of the field, array positions as numbers.',
  },
  'errors.validation.loc-query': {
    section: 'Decision 14',
    part: 1,
    text: '`loc` of a query fault begins with `query`.',
  },
  'errors.validation.loc-path': {
    section: 'Decision 14',
    part: 1,
    text: '`loc` of a path fault begins with `path`.',
  },
  'errors.validation.all-faults': {
    section: 'Decision 14',
    part: 1,
    text: 'All faults of a request stand in one 422 answer.',
  },
  'errors.validation.type-list': {
    section: 'Decision 14',
    part: 1,
    text: '`type` of an issue comes from the documented list; the list stands in the OpenAPI document.',
  },
  'errors.request-id': {
    section: 'Decision 14',
    part: 1,
    text: 'Every answer, errors included, carries `X-Request-Id`.',
  },
  'errors.404.malformed-body-id': {
    section: 'Decision 2',
    part: 4,
    text: 'A malformed identifier string in a body field (`source_id`, `target_id`, `source_memory_id`, `target_memory_id`) answers 404.',
  },
  'errors.422.non-string-body-id': {
    section: 'Decision 2',
    part: 4,
    text: 'A non-string identifier in such a body field answers 422.',
  },
  'errors.shape.coded': {
    section: 'Decision 14',
    part: 4,
    text: 'A coded error has the body `{detail: string, code: string}`.',
  },
  'errors.shape.tool-server-401': {
    section: 'Decision 14',
    part: 6,
    text: "A 401 of the tool server has the body `{detail: string, code: 'authentication_failed'}`.",
  },
  'errors.shape.tool-server-503': {
    section: 'Decision 14',
    part: 6,
    text: "A 503 of the tool server has the body `{detail: string, code: 'upstream_unavailable'}`.",
  },
} as const satisfies Record<string, Requirement>;
