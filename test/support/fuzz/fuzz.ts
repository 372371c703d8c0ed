import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { queryRows } from '@memory/db';
import { fillSlots, queryText } from '../identifier-slots.ts';
import type { Reply, TestWorkspace } from '../../host/test-workspace.ts';
import { fuzzRequests, type FuzzKind, type FuzzRequest } from './fuzz-requests.ts';
import { createReplyChecker } from './reply-checker.ts';

export interface FuzzFigures {
  requests: Record<FuzzKind, number>;
  statuses: Record<number, number>;
  serverErrors: number;
  /** Answers outside of the documents, with the request that they answer. */
  undocumented: string[];
  /** Refused requests that wrote something all the same. */
  halfWritten: string[];
  slowestMs: number;
}

/**
 * Sends requests made from the interface's own schemas and holds every answer against the interface's own documents.
 * @param service is changed by them; its key stays
 * @param other identifiers of its things must not help
 */
export async function fuzz(
  service: TestWorkspace,
  other: TestWorkspace,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzFigures> {
  const checker = await createReplyChecker(service);
  const identifiers = await seedThings(service, other);
  const figures: FuzzFigures = {
    requests: { valid: 0, mutated: 0, hostile: 0 },
    statuses: {},
    serverErrors: 0,
    undocumented: [],
    halfWritten: [],
    slowestMs: 0,
  };
  let next = 0;
  const identify = (kind: string): string => {
    const known = identifiers[kind.replace(/s$/u, '')] ?? identifiers['ref'] ?? [];
    next += 1;
    return known[next % known.length] ?? '';
  };
  // Counted anew only behind a write.
  let held: string | undefined;
  for (const request of fc.sample(fuzzRequests(service.form), { numRuns: count, seed })) {
    const call = prepare(request, { identify, key: service.key });
    const writes = 'route' in request.target && request.target.route.method !== 'GET';
    if (writes) held ??= await holdings(service);
    const startedAt = performance.now();
    const reply = await service.request(call.method, call.path + call.query, call.options);
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - startedAt);
    figures.requests[request.kind] += 1;
    figures.statuses[reply.status] = (figures.statuses[reply.status] ?? 0) + 1;
    if (reply.status >= 500) figures.serverErrors += 1;
    const fault =
      'tool' in request.target
        ? checker.tool(request.target.tool, reply)
        : checker.rest(request.target.route, new URL(call.path, service.host.url).pathname, reply);
    if (fault !== undefined) figures.undocumented.push(describe(request, call, reply, fault));
    if (writes && reply.status >= 400 && (await holdings(service)) !== held)
      figures.halfWritten.push(describe(request, call, reply, 'wrote'));
    if (reply.status < 400 && call.method !== 'GET') held = undefined;
  }
  return figures;
}

const HOLDINGS = [
  'memories',
  'memory_changes',
  'relationships',
  'feedback',
  'sessions',
  'observations',
  'documents',
  'api_keys',
];

/** How many rows a workspace has in the tables that requests write. */
async function holdings({ id, services }: TestWorkspace): Promise<string> {
  const counts = HOLDINGS.map(
    (table) => sql`(select count(*) from ${sql.identifier(table)} where workspace_id = ${id}::uuid)`,
  );
  const [row] = await queryRows<{ held: string }>(
    services.db,
  )`select concat_ws(' ', ${sql.join(counts, sql`, `)}) held`;
  return row?.held ?? '';
}

type Call = ReturnType<typeof prepare>;

function prepare(
  { target, query, body, raw, segments, headers }: FuzzRequest,
  { identify, key }: { identify: (kind: string) => string; key: string },
) {
  if ('tool' in target) {
    const params = { name: target.tool, arguments: fillSlots(body, identify) };
    return {
      method: 'POST',
      path: '/mcp',
      query: queryText(flat(query)),
      options: {
        key: null,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        rawBody: raw,
        headers: { authorization: `Bearer ${key}`, ...headers },
      },
    };
  }
  const { method, path } = target.route;
  let place = 0;
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    place += 1;
    return segment(segments?.[place - 1] ?? identify(name === 'id' ? idOf(path) : name)) || '%20';
  });
  const carriesBody = method !== 'GET';
  return {
    method,
    path: filled,
    query: queryText(flat(fillSlots(query, identify) as object)),
    options: {
      body: carriesBody ? fillSlots(body, identify) : undefined,
      rawBody: carriesBody ? raw : undefined,
      headers,
    },
  };
}

/** The meaning of `id` in a path: `/documents/{id}` has documents. */
const idOf = (path: string): string => `${/(\w+?)s?\/\{id\}/u.exec(path)?.[1] ?? 'memory'}_id`;

/** A query holds texts: what is more than that goes in as JSON. */
const flat = (query: object): object =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      text(name),
      Array.isArray(value) ? value.slice(0, 5).map(text) : text(value),
    ]),
  );

/** Beyond some kilobytes a gateway refuses the line of a request in words of its own. */
const TEXT_LENGTH_MAX = 200;

const text = (value: unknown): string =>
  (typeof value === 'string' ? value : (safeJson(value) ?? 'undefined'))
    .slice(0, TEXT_LENGTH_MAX)
    .toWellFormed();

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Characters that `fetch` would refuse or resolve are encoded. */
const segment = (given: string): string => encodeURIComponent(text(given)).replaceAll(/^\.{1,2}$/gu, '%2E');

const describe = (request: FuzzRequest, call: Call, reply: Reply, fault: string): string =>
  [
    `${request.kind} ${'tool' in request.target ? request.target.tool : call.method} ${call.path}${call.query}`.slice(
      0,
      300,
    ),
    `${reply.status} ${fault}`,
    (safeJson(call.options.rawBody ?? call.options.body) ?? '').slice(0, 400),
    reply.text.slice(0, 300),
  ].join('\n  ');

/** Something of every kind, ours and of others, by the names that identifiers have. */
async function seedThings(service: TestWorkspace, other: TestWorkspace): Promise<Record<string, string[]>> {
  const unknown = '00000000-0000-7000-8000-00000000dead';
  const things: Record<string, string[]> = {};
  for (const owner of [service, service, other]) {
    const memory = owner.ref(await owner.store({ title: 'A walrus', source_files: ['src/zoo/fence.ts'] }));
    const session_id = `session ${Math.random()}`;
    await owner.post('/api/v1/sessions/start', { session_id });
    const document = { title: 'A document', content: '# One\n\nText about a heron.' };
    const { document_id } = (await owner.post('/api/v1/documents', document)).body as { document_id: string };
    const { upload_id } = (await owner.post('/api/v1/documents/upload-url', {})).body as {
      upload_id: string;
    };
    const key = (await owner.post('/api/v1/keys', { name: 'spare', scope: 'read' })).body as { id: string };
    const made = {
      ref: memory,
      id: memory,
      memory_id: memory,
      session_id,
      document_id,
      upload_id,
      key_id: key.id,
    };
    for (const [name, id] of Object.entries(made)) (things[name] ??= [unknown]).push(id);
  }
  return things;
}
