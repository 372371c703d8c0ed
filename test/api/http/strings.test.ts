import { describe, expect } from 'vitest';
import { StartSessionBody } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const SEARCH = '/api/v1/memories/search';

/** JSON texts of strings that PostgreSQL cannot hold: `fetch` would mend them if they were strings here. */
const UNSTORABLE = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00"', '"x\\ud83dx"', '"\\udc00\\ud800"'];

const raw = (service: TestWorkspace, method: string, path: string, rawBody: string) =>
  service.request(method, path, { rawBody });

describe('NUL and lone surrogates', () => {
  verifies(
    [
      'http.strings.nul-422',
      'http.strings.lone-surrogate-422',
      'http.strings.nul-nested-422',
      'errors.validation.loc-body',
    ],
    async ({ service }) => {
      const memory = await service.store({ title: 'Before' });
      const path = `/api/v1/memories/${service.ref(memory)}`;
      const places: [string, string, string, (string | number)[]][] = [
        ['POST', '/api/v1/memories/store', '{"title": *, "narrative": "n"}', ['title']],
        ['POST', '/api/v1/memories/store', '{"title": "t", "narrative": *}', ['narrative']],
        ['POST', '/api/v1/memories/store', '{"title": "t", "narrative": "n", "tags": ["a", *]}', ['tags', 1]],
        [
          'POST',
          '/api/v1/memories/store',
          '{"title": "t", "narrative": "n", "concepts": [*]}',
          ['concepts', 0],
        ],
        [
          'POST',
          '/api/v1/memories/store',
          '{"title": "t", "narrative": "n", "source_files": [*]}',
          ['source_files', 0],
        ],
        [
          'POST',
          '/api/v1/memories/store',
          '{"title": "t", "narrative": "n", "source_session_id": *}',
          ['source_session_id'],
        ],
        ['PATCH', path, '{"title": *}', ['title']],
        ['PATCH', path, '{"narrative": *}', ['narrative']],
        ['PATCH', path, '{"tags": [*]}', ['tags', 0]],
        ['POST', `${path}/feedback`, '{"useful": true, "context": *}', ['context']],
        ['POST', `${path}/feedback`, '{"useful": true, "session_id": *}', ['session_id']],
        ['POST', '/api/v1/memories/batch-delete', '{"memory_ids": [*]}', ['memory_ids', 0]],
        ['POST', SEARCH, '{"query": *}', ['query']],
        ['POST', SEARCH, '{"query": "q", "tags": [*]}', ['tags', 0]],
        ['POST', SEARCH, '{"query": "q", "files": [*]}', ['files', 0]],
        ['POST', '/api/v1/keys', '{"name": *, "scope": "read"}', ['name']],
      ];
      for (const [method, target, body, loc] of places)
        for (const text of UNSTORABLE) {
          const reply = await raw(service, method, target, body.replace('*', text));
          expect(reply, `${method} ${target} ${text}`).toMatchObject({
            status: 422,
            body: { detail: [{ loc: ['body', ...loc], type: 'string_unicode' }] },
          });
        }
      const [after] = (await service.get('/api/v1/memories')).body as object[];
      expect(after).toEqual(memory);
      expect((await service.get('/api/v1/memories')).body).toHaveLength(1);
    },
  );

  verifies(
    'http.strings.nul-nested-422',
    () => {
      for (const metadata of ['{"a": *}', '{"a": [{"b": *}]}', '{*: 1}', '{"a": {*: null}}'])
        for (const text of UNSTORABLE) {
          const given: unknown = JSON.parse(metadata.replace('*', text));
          const { error } = StartSessionBody.safeParse({ session_id: 's', metadata: given });
          expect(
            error?.issues.map(({ path }) => path[0]),
            metadata,
          ).toEqual(['metadata']);
        }
      const kept = { '\\u0000': '\\ud800', nested: [{ '😀': '\\\\u0000' }] };
      expect(StartSessionBody.parse({ session_id: 's', metadata: kept }).metadata).toEqual(kept);
    },
    { title: 'in the values and keys of a free object' },
  );

  verifies(
    'http.strings.nul-422',
    async ({ service }) => {
      const reply = await service.get('/api/v1/memories?tags=a&tags=b%00c');
      expect(reply).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'tags', 1], type: 'string_unicode' }] },
      });
      for (const name of ['limit', 'offset', 'ordering', 'memory_type', 'pruning_candidates'])
        expect((await service.get(`/api/v1/memories?${name}=%00`)).status).toBe(422);
    },
    { title: 'in a query string' },
  );
});

describe('strict types', () => {
  verifies(
    ['http.types.boolean-strict', 'http.types.number-strict', 'http.types.integer-strict'],
    async ({ service }) => {
      const wrong: [object, string][] = [
        [{ use_semantic: 'true' }, 'use_semantic'],
        [{ use_semantic: 1 }, 'use_semantic'],
        [{ use_semantic: null }, 'use_semantic'],
        [{ limit: '5' }, 'limit'],
        [{ limit: 1.5 }, 'limit'],
        [{ limit: true }, 'limit'],
        [{ limit: null }, 'limit'],
        [{ limit: 1e300 }, 'limit'],
        [{ offset: '0' }, 'offset'],
        [{ offset: 0.1 }, 'offset'],
        [{ offset: 2 ** 53 }, 'offset'],
        [{ offset: 2 ** 31 }, 'offset'],
        [{ min_importance: '0.5' }, 'min_importance'],
        [{ min_importance: true }, 'min_importance'],
        [{ min_confidence: [0.5] }, 'min_confidence'],
      ];
      for (const [body, field] of wrong) {
        const reply = await service.post(SEARCH, { query: 'q', ...body });
        expect(reply.status, JSON.stringify(body)).toBe(422);
        expect(reply.body.detail[0].loc).toEqual(['body', field]);
      }
      expect((await raw(service, 'POST', SEARCH, '{"limit": 5.0, "offset": 1e1}')).status).toBe(200);
      expect((await raw(service, 'POST', SEARCH, '{"min_importance": 1e999}')).status).toBe(422);
    },
  );

  verifies(['http.types.string-strict', 'http.types.array-strict'], async ({ service }) => {
    const issue = (type: string, ...loc: (string | number)[]) => [{ loc: ['body', ...loc], type }];
    const wrong: [object, object][] = [
      [{ query: 5 }, issue('string_type', 'query')],
      [{ query: true }, issue('string_type', 'query')],
      [{ query: null }, issue('string_type', 'query')],
      [{ query: ['q'] }, issue('string_type', 'query')],
      [{ tags: 'a' }, issue('list_type', 'tags')],
      [{ tags: { 0: 'a' } }, issue('list_type', 'tags')],
      [{ tags: [1] }, issue('string_type', 'tags', 0)],
      [{ files: 'a' }, issue('list_type', 'files')],
      [{ memory_types: 'decision' }, issue('list_type', 'memory_types')],
      [{ memory_types: [1] }, issue('enum', 'memory_types', 0)],
    ];
    for (const [body, detail] of wrong)
      expect(await service.post(SEARCH, body), JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { detail },
      });
  });
});
