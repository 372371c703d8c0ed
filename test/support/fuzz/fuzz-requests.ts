import fc from 'fast-check';
import { routeEntries, type MemoryIdForm, type Route } from '@memory/contracts';
import { toolEntries, toolJsonSchemas, type ToolName } from '@memory/contracts/tools';
import { hostileTexts, hostileValues, mutate, mutations } from './hostile-values.ts';
import { schemaValues, valuesOf } from './schema-values.ts';

export type FuzzKind = 'valid' | 'mutated' | 'hostile';

/** A request whose identifiers are slots still. */
export interface FuzzRequest {
  kind: FuzzKind;
  target: { route: Route } | { tool: ToolName };
  query: Record<string, unknown>;
  /** The body, or the arguments of a tool. */
  body: unknown;
  /** Sent instead of the body. */
  raw: string | Uint8Array | undefined;
  /** In place of the parameters of the path. */
  segments: string[] | undefined;
  headers: Record<string, string>;
}

const NO_QUERY = fc.constant<Record<string, unknown>>({});

const rawBodies = fc.oneof(
  fc.constantFrom('{', '[]', 'null', '"x"', '{"a":1e999}', '{"a":01}', '['.repeat(3_000), '\ufeff{}', ' '),
  fc.constantFrom('{"__proto__":{"a":1}}', '{"title":"a","title":"b"}', `{"a":"${'x'.repeat(1_100_000)}"}`),
  fc.uint8Array({ maxLength: 60 }),
);

const headerSets = fc.constantFrom<Record<string, string>>(
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': 'again' },
  { accept: 'image/png', origin: 'null', 'x-forwarded-for': "'" },
  { 'accept-encoding': 'gzip', range: 'bytes=0-', 'if-none-match': '*' },
  { authorization: 'Token nonsense' },
  { authorization: 'Basic eDp5' },
  { authorization: 'Token  doubled' },
  { 'mcp-protocol-version': '1999-01-01' },
);

/** Makes what fits into what nearly fits, or into what does not at all. */
function spoil(valid: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const mutated = fc
    .record({ base: valid, mutation: mutations, inQuery: fc.boolean() })
    .map(({ base, mutation, inQuery }): FuzzRequest => ({
      ...base,
      kind: 'mutated',
      ...(inQuery
        ? { query: { ...base.query, [mutation.name]: mutation.by, limit: mutation.by } }
        : { body: mutate(base.body, mutation) }),
    }));
  const hostile = fc
    .record({
      base: valid,
      body: hostileValues,
      raw: fc.option(rawBodies, { nil: undefined }),
      segments: fc.option(fc.array(hostileTexts, { minLength: 2, maxLength: 2 }), { nil: undefined }),
      headers: headerSets,
      query: fc.dictionary(hostileTexts, hostileTexts, { maxKeys: 2 }),
    })
    .map(({ base, query, ...rest }): FuzzRequest => ({
      ...base,
      ...rest,
      query: { ...base.query, ...query },
      kind: 'hostile',
    }));
  return fc.oneof(valid, mutated, hostile);
}

const requestsOf = (
  target: FuzzRequest['target'],
  parts: { query: fc.Arbitrary<unknown>; body: fc.Arbitrary<unknown> },
) =>
  spoil(
    fc.record(parts).map(({ query, body }): FuzzRequest => ({
      kind: 'valid',
      target,
      query: (query ?? {}) as Record<string, unknown>,
      body,
      raw: undefined,
      segments: undefined,
      headers: {},
    })),
  );

/** Requests of every row of the route table and of the tool table, a third of each kind. */
export function fuzzRequests(form: MemoryIdForm): fc.Arbitrary<FuzzRequest> {
  const rest = routeEntries.map(([, route]) =>
    requestsOf({ route }, { query: valuesOf(route.query), body: valuesOf(route.body) }),
  );
  const overMcp = toolEntries
    .filter(([, row]) => row.transports.includes('http'))
    .map(([tool, row]) => {
      const { inputSchema } = toolJsonSchemas(row, form);
      return requestsOf({ tool }, { query: NO_QUERY, body: schemaValues(inputSchema, () => ({})) });
    });
  return fc.oneof(...rest, ...overMcp);
}
