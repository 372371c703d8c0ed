import { under } from '../requirement.ts';

/** Paths, methods, bodies, strings, order of checks, logging, and the OpenAPI document. */
export const http = under({
  'docs/specification.md#conventions': {
    'http.paths.base': 'Every REST path is served below the base URL under `/api/v1/`.',
    'http.bodies.json': 'Requests with bodies and all answers with bodies are JSON.',
    'http.timestamps.iso': 'Every timestamp in an answer is an ISO 8601 string with its offset.',
  },
  'docs/specification.md#versioning': {
    'http.versioning.v1-only':
      'The family lives at `/api/v1/memories`; the older `/v1/memories` is an unknown path, 404 with a valid key.',
    'http.openapi.served':
      '`GET /api/v1/openapi.json` answers 200 with an OpenAPI 3.1 document made from the route table.',
  },
  'docs/decisions/http.md#10-trailing-slashes-and-wrong-methods': {
    'http.paths.trailing-slash':
      'Every REST path answers the same with and without a trailing slash, without a redirect.',
    'http.paths.unknown-404': 'An unknown path with a valid key answers 404 in the shape `{detail: string}`.',
    'http.methods.wrong-405': 'A known path with a wrong method answers 405 in the shape `{detail: string}`.',
    'http.methods.allow-header': 'A 405 carries an `Allow` header that lists the methods of the path.',
    'http.paths.auth-first':
      'An unknown path or a wrong method without a valid key answers 401, not 404 or 405.',
  },
  'docs/decisions/http.md#11-order-of-checks': {
    'http.order.401-before-429': 'An invalid key is 401 even where a rate limit would answer 429.',
    'http.order.429-before-403': 'A key over its rate that also lacks the scope gets 429.',
    'http.order.403-before-422': 'A key without the scope gets 403 for a body that is also invalid.',
    'http.order.413-before-404': 'A body over the limit at a path with an unknown identifier gets 413.',
    'http.order.422-before-404': 'An invalid body or query for an unknown identifier gets 422, not 404.',
    'http.order.404-before-409':
      'A relationship to an unknown memory is 404 even where the rest would be a conflict.',
  },
  'docs/decisions/identifiers.md#5-lengths-and-bytes': {
    'http.body.max-1-mib': 'A request body of 1 MiB is read.',
    'http.body.over-1-mib-413':
      'A request body above 1 MiB answers 413, counted in bytes after any base64 transport coding.',
  },
  'docs/decisions/identifiers.md#6-characters-that-postgresql-cannot-hold': {
    'http.strings.nul-422':
      'A NUL character in any string of a body or query answers 422 and `loc` names the place.',
    'http.strings.lone-surrogate-422':
      'A lone surrogate in any string answers 422 and `loc` names the place.',
    'http.strings.nul-nested-422':
      'NUL and lone surrogates are refused inside arrays, object values and object keys too.',
    'http.strings.unicode-kept':
      'All other Unicode (emoji, combining marks, right-to-left, unassigned) is stored and answered exactly as sent, not normalised.',
  },
  'docs/decisions/identifiers.md#7-unknown-fields-strict-types': {
    'http.body.unknown-fields-ignored': 'Unknown fields of a body are ignored.',
    'http.query.unknown-ignored': 'Unknown query parameters are ignored.',
    'http.types.boolean-strict': '`"true"` or `1` where the body asks for a boolean is 422.',
    'http.types.number-strict': '`"5"` where the body asks for a number is 422.',
    'http.types.integer-strict': 'A fraction where an integer is asked is 422.',
    'http.types.string-strict': 'A number or boolean where the body asks for a string is 422.',
    'http.types.array-strict':
      'A single string where the body asks for an array of strings is 422, as is an array with a non-string.',
    'http.query.strict-integers':
      'Query integers are parsed strictly: empty, `1.5`, `1e2`, ` 5` and `abc` are 422.',
    'http.query.strict-booleans': 'Query booleans are `true` or `false`; any other text is 422.',
  },
  'docs/decisions/http.md#13-bodies-that-are-not-json': {
    'http.body.malformed-json':
      'Malformed JSON answers 422 with one issue of `type` `json_invalid` and `loc` `["body"]`.',
    'http.body.missing': 'An absent body where one is required answers 422.',
    'http.body.non-object':
      'A JSON body that is not an object (array, string, number, null) answers 422 with `loc` beginning with `body`.',
    'http.body.no-content-type': 'A valid JSON body without a content type is accepted.',
    'http.body.other-content-type':
      'A valid JSON body with a wrong content type such as `text/plain` is accepted.',
    'http.body.form-415': 'A body of type `application/x-www-form-urlencoded` answers 415.',
    'http.body.multipart-415': 'A body of type `multipart/form-data` answers 415.',
  },
  'docs/decisions/http.md#17-cors-off-no-anonymous-mode': {
    'http.cors.off-by-default':
      'Without configuration no answer carries a CORS header, preflight requests included.',
    'http.cors.configured': 'With origins configured, those origins and no others get CORS headers.',
  },
  'docs/specification.md#errors': {
    'http.body.deep-nesting': 'A deeply nested body gets a correct answer or a 4xx, never a 5xx.',
    'http.query.duplicate-parameter':
      'A repeated single-valued query parameter gets a correct answer or a 422, never a 5xx.',
    'http.hostile.no-5xx': 'Random hostile input at every endpoint never answers 5xx.',
    'http.hostile.no-partial-write': 'A refused request leaves nothing written.',
  },
  'docs/specification.md#logs': {
    'http.log.one-line':
      'Each request writes one structured log line with workspace, route, status, duration and round trips.',
    'http.log.no-secrets': 'No log line holds a key, a body, or an error message with statement parameters.',
  },
  'docs/decisions/http.md#42-extensions': {
    'http.openapi.extensions-marked':
      'Operations beyond the specification are marked as extensions in the OpenAPI document.',
    'http.extensions.under-api-v1':
      'Every extension lives under `/api/v1` with the same authentication, error shapes and conventions.',
    'http.answers.no-extra-fields':
      'Answers of specified endpoints hold exactly the specified fields; the one exception is `memory_id` in `recent_memories` in form B.',
    'http.pagination.limit-offset':
      'Every list endpoint pages by `limit` (results a page) and `offset` (results skipped): `limit=20&offset=20` is the second page of 20.',
  },
});
