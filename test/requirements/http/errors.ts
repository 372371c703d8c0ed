import { under } from '../requirement.ts';

/** Statuses and the shapes of error answers. */
export const errors = under({
  'docs/specification.md#errors': {
    'errors.401.invalid-key': 'A key that does not exist answers 401.',
    'errors.401.inactive-key': 'An inactive (expired) key answers 401.',
    'errors.shape.not-found':
      'A 404 about an identifier is `{detail: string}` and `detail` contains the identifier exactly as the caller gave it.',
    'errors.shape.validation':
      'A validation error body is `{detail: [{loc: array, msg: string, type: string}]}`.',
  },
  'docs/decisions/identifiers.md#2-identifiers-that-cannot-exist': {
    'errors.404.malformed-path-id':
      'A malformed memory identifier in a path answers 404, the same as an unknown one.',
    'errors.404.foreign-equals-unknown':
      'The answer about a memory of another workspace equals byte for byte the answer about an unknown identifier, at every endpoint.',
    'errors.404.malformed-body-id':
      'A malformed identifier string in a body field (`source_id`, `target_id`, `source_memory_id`, `target_memory_id`) answers 404.',
    'errors.422.non-string-body-id': 'A non-string identifier in such a body field answers 422.',
  },
  'docs/decisions/http.md#14-shapes-of-refusals': {
    'errors.shape.401': 'A 401 on REST has the body `{detail: string}`.',
    'errors.shape.403': 'A 403 has the body `{detail: string}`.',
    'errors.shape.405': 'A 405 has the body `{detail: string}`.',
    'errors.shape.413': 'A 413 has the body `{detail: string}`.',
    'errors.shape.415': 'A 415 has the body `{detail: string}`.',
    'errors.shape.429': 'A 429 has the body `{detail: string}`.',
    'errors.shape.500':
      'A 500 has the body `{detail: string}` and reveals nothing of the failure except the request id header.',
    'errors.shape.503': 'A 503 on REST has the body `{detail: string}`.',
    'errors.validation.loc-body':
      '`loc` of a body fault begins with `body`, then the path of the field, array positions as numbers.',
    'errors.validation.loc-query': '`loc` of a query fault begins with `query`.',
    'errors.validation.loc-path': '`loc` of a path fault begins with `path`.',
    'errors.validation.all-faults': 'All faults of a request stand in one 422 answer.',
    'errors.validation.type-list':
      '`type` of an issue comes from the documented list; the list stands in the OpenAPI document.',
    'errors.request-id': 'Every answer, errors included, carries `X-Request-Id`.',
    'errors.shape.coded': 'A coded error has the body `{detail: string, code: string}`.',
    'errors.shape.tool-server-401':
      "A 401 of the tool server has the body `{detail: string, code: 'authentication_failed'}`.",
    'errors.shape.tool-server-503':
      "A 503 of the tool server has the body `{detail: string, code: 'upstream_unavailable'}`.",
  },
});
