import { expect } from 'vitest';
import fc from 'fast-check';
import { routeEntries, routes, type Route } from '@memory/contracts';
import { fillSlots, queryText, slottedRequests } from '../../support/identifier-slots.ts';
import { portion } from '../../support/portion.ts';
import { testWithService, type Reply, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const REQUESTS = portion(500, 150);

/** Texts that have broken something somewhere. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '%',
    '_',
    "'",
    '"',
    '\\',
    '--',
    ';',
    '/*',
    '$1',
    ':1',
    '?',
  ),
  fc.constantFrom(
    '%00',
    '%zz',
    '%ff',
    '../..',
    'null',
    'undefined',
    'NaN',
    '1e999',
    '-0',
    '\u202E',
    '\uFEFF',
    '😀',
    '{}',
    '[]',
  ),
  fc.constantFrom(
    "'; drop table memories; --",
    '${7*7}',
    '{{7*7}}',
    '\u0007\u001b[2J',
    'a'.repeat(2_000),
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 31),
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.anything({ maxDepth: 3, maxKeys: 4, values: [nasty, fc.double(), fc.boolean(), fc.constant(null)] }),
);

/** A request that fits in most places and is hostile in some: a valid one with fields replaced, repeated and added. */
function hostileRequests(route: Route) {
  return slottedRequests(route).chain(({ query, body }) =>
    fc.record({
      path: fc.array(nasty, { minLength: 3, maxLength: 3 }),
      query: fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(query), 'limit', 'tags'), nasty), nasty, {
        maxKeys: 3,
      }),
      sameQuery: fc.boolean(),
      base: fc.constant({ query, body }),
      change: fc.dictionary(
        fc.oneof(fc.constantFrom(...Object.keys(body ?? {}), 'extra', '__proto__', 'constructor'), nasty),
        anything,
        { maxKeys: 2 },
      ),
      whole: fc.option(anything, { freq: 8, nil: undefined }),
      raw: fc.option(fc.oneof(nasty, fc.uint8Array({ maxLength: 60 })), { freq: 8, nil: undefined }),
      headers: fc.constantFrom<Record<string, string>>(
        {},
        { 'content-type': 'text/plain' },
        { 'content-type': 'multipart/form-data' },
        { 'idempotency-key': 'k'.repeat(300) },
        { 'idempotency-key': ' ' },
        { accept: 'image/png', 'accept-language': '*', origin: 'null', 'x-forwarded-for': "'" },
        { 'accept-encoding': 'gzip', te: 'trailers', 'if-none-match': '*', range: 'bytes=0-' },
      ),
    }),
  );
}

type HostileRequest =
  ReturnType<typeof hostileRequests> extends fc.Arbitrary<infer Request> ? Request : never;

/** Leaves the path as hostile as a client can send it: what `fetch` would refuse or resolve is encoded. */
const segment = (text: string): string =>
  /^%[0-9a-z]{2}$/iu.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed()).replaceAll(/^\.{1,2}$/gu, '%2E');

async function send(service: TestWorkspace, route: Route, request: HostileRequest): Promise<Reply> {
  let place = 0;
  const path = route.path.replaceAll(/\{\w+\}/gu, () => segment(request.path[(place += 1)] ?? '') || '%20');
  const identify = () => request.path[0] ?? '';
  const base = request.sameQuery ? (fillSlots(request.base.query, identify) as object) : {};
  const query = queryText({ ...base, ...request.query });
  const filled = fillSlots(request.base.body, identify);
  const changed = filled === undefined ? undefined : { ...(filled as object), ...request.change };
  return service.request(route.method, path + query, {
    body: request.whole === undefined ? changed : request.whole,
    rawBody: request.raw,
    headers: request.headers,
  });
}

/** Everything that the interface shows of a workspace, as counts of what it holds. */
async function holdings(service: TestWorkspace): Promise<number[]> {
  const memories = await service.get('/api/v1/memories?limit=500');
  const keys = await service.get('/api/v1/keys');
  return [(memories.body as []).length, (keys.body as []).length];
}

verifies(
  ['http.hostile.no-5xx', 'http.hostile.no-partial-write'],
  async ({ service }) => {
    const ref = service.ref(await service.store({ title: 'Before', narrative: 'Kept as it is.' }));
    const path = `/api/v1/memories/${ref}`;
    const mayWrite = (route: Route, reply: Reply) => reply.status < 300 && route.method !== 'GET';
    const requests = fc
      .constantFrom(...routeEntries.map(([name]) => name))
      .chain((name) => hostileRequests(routes[name]).map((request) => ({ name, request })));
    let before = await holdings(service);
    await fc.assert(
      fc.asyncProperty(requests, async ({ name, request }) => {
        const route: Route = routes[name];
        // GET and DELETE carry no body with fetch's blessing.
        if (route.method === 'GET') Object.assign(request, { whole: undefined, raw: undefined });
        const reply = await send(service, route, request);
        const shown = `${name} ${reply.status} ${reply.text.slice(0, 200)}`;
        if (reply.status !== 501) expect(reply.status, shown).toBeLessThan(500);
        if (reply.status === 404 || reply.status === 405) expect(reply.body, shown).toHaveProperty('detail');
        if (mayWrite(route, reply)) before = await holdings(service);
        else if (route.method !== 'GET') expect(await holdings(service), shown).toEqual(before);
      }),
      { numRuns: REQUESTS },
    );
    expect((await service.get(path)).body).toMatchObject({ title: 'Before', narrative: 'Kept as it is.' });
  },
  { timeoutMs: 300_000 },
);

verifies(
  'http.hostile.no-partial-write',
  async ({ service }) => {
    const memory = await service.store({ title: 'Before', tags: ['a'] });
    const path = `/api/v1/memories/${service.ref(memory)}`;
    const refused = [
      await service.patch(path, { title: 'After', tags: ['b'], importance_score: 2 }),
      await service.patch(path, { title: 'After', narrative: '' }),
      await service.post(`${path}/feedback`, { useful: true, context: 5 }),
      await service.post('/api/v1/memories/batch-delete', { memory_ids: [service.ref(memory), 5] }),
      await service.post('/api/v1/memories/store', { title: 'New', narrative: 'n', tags: ['\u0000'] }),
      await service.post('/api/v1/keys', { name: 'n', scope: 'admin', expires_at: 'never' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    expect(await holdings(service)).toEqual([1, 1]);
    expect((await service.get(path)).body).toMatchObject({ ...memory, feedback_positive_count: 0 });
  },
  { title: 'a request with one bad field writes none of its good ones' },
);
