import { expect } from 'vitest';
import fc from 'fast-check';
import { routeEntries, routes, type Route, type RouteName } from '@memory/contracts';
import { portion } from '../../support/portion.ts';
import {
  fillSlots,
  queryText,
  slottedRequests,
  type SlottedRequest,
} from '../../support/identifier-slots.ts';
import { requestPath } from '../../support/clients/request-path.ts';
import { testWithService, TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

/** Random requests of a route, each sent twice: once with each set of identifiers. `npm run test:random` goes on with others. */
const PAIRS = { A: portion(16, 3), B: portion(4, 1) };

const SECRET = 'victim-only-text';

type Identifiers = (kind: string) => string;

/** Names that a caller chooses are unique over all workspaces, so a used one is no reference (decision 37). */
const NAMED_BY_CALLER: Partial<Record<RouteName, string>> = {
  startSession: 'session_id',
  tellMoment: 'session_id',
};

/** Values that cannot be the same in two answers: moments, and identifiers, keys and signatures made for this answer. */
const MADE_NOW =
  /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|mem-[0-9a-z]{16}|(?<=\()(?:[0-9a-f]{12}|mem-[0-9a-z]{8})(?=, \d{4}-)|wm_test_\w+|\d{8}T\d{6}Z|eyJ[\w+/=]+|[0-9a-f]{64}/giu;

async function call(
  caller: TestWorkspace,
  name: RouteName,
  { query, body }: SlottedRequest,
  identify: Identifiers,
) {
  const route: Route = routes[name];
  const own = NAMED_BY_CALLER[name];
  const fill: Identifiers = (kind) => (kind === own ? crypto.randomUUID() : identify(kind));
  const parameters = [...route.path.matchAll(/\{(\w+)\}/gu)].map(
    ([, kind = '']) => [kind, fill(kind)] as const,
  );
  const path =
    requestPath(route.path, Object.fromEntries(parameters)) + queryText(fillSlots(query, fill) as object);
  const reply = await caller.request(route.method, path, { body: fillSlots(body, fill) });
  expect(reply.status, `${name} ${path} ${reply.text}`).not.toBe(500);
  expect(reply.text).not.toContain(SECRET);
  return reply;
}

/** Fills a workspace with one of everything, and names what is in it. */
async function furnish(workspace: TestWorkspace): Promise<Identifiers> {
  const memory = await workspace.store({
    title: `walrus ${SECRET}`,
    narrative: SECRET,
    source_files: ['a.ts'],
  });
  const another = await workspace.store({ title: `heron ${SECRET}` });
  const session = `session-${workspace.id}`;
  await workspace.post('/api/v1/sessions/start', { session_id: session, project_name: SECRET });
  await workspace.post(`/api/v1/sessions/${session}/observations`, { observations: [{ content: SECRET }] });
  const related = {
    source_id: workspace.ref(memory),
    target_id: workspace.ref(another),
    relationship_type: 'supersedes',
  };
  const relationship = await workspace.post('/api/v1/relationships', { ...related, context: SECRET });
  const key = await workspace.post('/api/v1/keys', { name: SECRET, scope: 'admin' });
  const document = await workspace.post('/api/v1/documents', { title: SECRET, content: SECRET });
  const ids: Record<string, string | undefined> = {
    session_id: session,
    source_session_id: session,
    relationship_id: relationship.body?.relationships?.[0]?.id,
    id: key.body.id,
    document_id: document.body?.id ?? document.body?.document_id,
    target_id: workspace.ref(another),
    target_memory_id: workspace.ref(another),
  };
  return (kind) => ids[kind] ?? workspace.ref(memory);
}

/** Well-formed identifiers of nothing; the two ends of an edge differ, as they do in the furnished workspace. */
function unknownIdentifiers(workspace: TestWorkspace, furnished: Identifiers): Identifiers {
  const other = workspace.form === 'A' ? '00000000-0000-7000-8000-00000000beef' : 'mem-1111111111111111';
  return (kind) => {
    if (kind.endsWith('session_id')) return `session-${crypto.randomUUID()}`;
    if (kind.startsWith('target')) return other;
    return furnished(kind).startsWith('mem-') ? unknownRef('B') : unknownRef('A');
  };
}

async function everythingOf(workspace: TestWorkspace): Promise<string[]> {
  const views: string[] = [];
  for (const [, route] of routeEntries) {
    const needsNothing = route.method === 'GET' && !route.path.includes('{') && !route.path.includes('/keys');
    if (needsNothing) views.push((await workspace.get(route.path)).text);
  }
  const keys = (await workspace.get('/api/v1/keys')).text;
  return [...views, keys.replaceAll(/"last_used_at":[^,]+/gu, '')];
}

verifies(
  ['auth.isolation.read', 'auth.isolation.write', 'errors.404.foreign-equals-unknown'],
  async ({ service: first, other: victim }) => {
    // Two workspaces with the same history: one asks with the victim's identifiers, its twin with those of nothing.
    const twin = await TestWorkspace.create(first.host);
    const foreign = await furnish(victim);
    const unknown = unknownIdentifiers(first, foreign);
    const before = await everythingOf(victim);
    for (const [name, route] of routeEntries)
      await fc.assert(
        fc.asyncProperty(slottedRequests(route), async (request) => {
          const answer = async (caller: TestWorkspace, identify: Identifiers) => {
            const used = new Set<string>();
            const { status, text } = await call(caller, name, request, (kind) => {
              const id = identify(kind);
              used.add(id);
              return id;
            });
            const withoutIds = [...used].reduce((rest, id) => rest.replaceAll(id, '<id>'), text);
            // Null is a check that took longer than its 150 ms, and tells nothing of anybody.
            const timed = withoutIds.replace('"code_graph_available":null', '"code_graph_available":false');
            return { status, text: timed.replaceAll(MADE_NOW, '<made>') };
          };
          const [ofForeign, ofUnknown] = await Promise.all([answer(first, foreign), answer(twin, unknown)]);
          expect(ofForeign, name).toEqual(ofUnknown);
        }),
        { numRuns: PAIRS[first.form] },
      );
    expect(await everythingOf(victim)).toEqual(before);
  },
  { timeoutMs: 300_000 },
);
