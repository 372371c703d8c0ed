import { parseFile, resolveEdges } from '@memory/code-graph';
import { expect } from 'vitest';
import { confirmCodeEdges, queryRows, type NewCodeEdge } from '@memory/db';
import { resolveCodeGraph as handler } from '../../functions/jobs.ts';
import { indexSources, readSources, SHOP } from '../support/seeds/code-repository.ts';
import { captureLog } from '../support/capture-log.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';

const verifies = verifiesWith(testWithService);

async function send(service: TestWorkspace, sources: Record<string, string>): Promise<void> {
  const files = await readSources(sources);
  await service.post('/api/v1/code/files', { repository: 'shop', files });
}

async function repositoryOf({ services, id }: TestWorkspace) {
  const [row] = await queryRows<{ repositoryId: string; revision: number }>(services.db)`
    select id::text "repositoryId", revision from code_repositories
      where workspace_id = ${id}::uuid and name = 'shop'`;
  return { workspaceId: id, repositoryId: row?.repositoryId ?? '', revision: row?.revision ?? 0 };
}

/** Every row of the edges, with the place where it lies: what is left alone stays where it is. */
const edgeRows = ({ services, id }: TestWorkspace) =>
  queryRows(services.db)`
    select source_id::text s, target_id::text t, kind, confidence, line, reference_count, ctid::text place
      from code_edges where workspace_id = ${id}::uuid order by 1, 2, 3`;

async function pendingFiles(service: TestWorkspace): Promise<number> {
  const { body } = await service.get('/api/v1/code/status');
  return body.repositories.at(-1).pending_files as number;
}

const later = (service: TestWorkspace, minutes: number) => ({
  services: { ...service.services, clock: () => new Date(Date.now() + minutes * 60_000) },
});

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const message = await repositoryOf(service);
    expect((await handler(deliver(message, message), service)).batchItemFailures).toEqual([]);
    const before = await edgeRows(service);
    expect(before.length).toBeGreaterThan(4);
    await handler(deliver(message), service);
    expect(await edgeRows(service)).toEqual(before);
  },
  { title: 'delivered again, the job changes no row' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    const { 'src/orders.ts': orders = '', ...rest } = SHOP;
    await send(service, rest);
    const first = await repositoryOf(service);
    await send(service, { 'src/orders.ts': orders });
    await handler(deliver(first), service);
    expect(await pendingFiles(service)).toBe(3);
    await handler(deliver(await repositoryOf(service)), service);
    expect(await pendingFiles(service)).toBe(0);
  },
  { title: 'of a burst of batches the last message does the work' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const first = await repositoryOf(service);
    await send(service, { 'src/more.ts': 'export {};' });
    await handler(deliver(first), later(service, 4));
    expect(await pendingFiles(service)).toBe(4);
    await handler(deliver(first), later(service, 6));
    expect(await pendingFiles(service)).toBe(0);
  },
  { title: 'a burst that does not end puts the work off for five minutes at most' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const sent: unknown[] = [];
    const queue = {
      ...service.services.queue,
      send: async (_: string, messages: readonly { body: unknown }[]) => {
        sent.push(...messages.map(({ body }) => body));
      },
    };
    const { services } = later(service, 11);
    const swept = await handler(deliver({}), { services: { ...services, queue } });
    expect(swept.batchItemFailures).toEqual([]);
    expect(sent).toContainEqual(await repositoryOf(service));
    await service.runJobs();
    sent.length = 0;
    await handler(deliver({}), { services: { ...services, queue } });
    expect(sent).not.toContainEqual(await repositoryOf(service));
  },
  { title: 'a message that was lost is sent again' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const before = later(service, 1);
    await handler(deliver({}), before);
    expect(await pendingFiles(service)).toBe(3);
    const sent: unknown[] = [];
    const queue = {
      ...service.services.queue,
      send: async (_: string, messages: readonly { body: unknown }[]) => {
        sent.push(...messages.map(({ body }) => body));
      },
    };
    const restarted = { services: { ...before.services, queue } };
    expect((await handler(deliver({ restart: true }), restarted)).batchItemFailures).toEqual([]);
    expect(sent).toContainEqual(await repositoryOf(service));
  },
  { title: 'a message that was lost with its process is sent again when the next one starts' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const message = await repositoryOf(service);
    await service.delete('/api/v1/code/repositories/shop');
    expect((await handler(deliver(message), service)).batchItemFailures).toEqual([]);
  },
  { title: 'a repository deleted meanwhile is nothing to do' },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await send(service, SHOP);
    const { repositoryId, revision } = await repositoryOf(service);
    await handler(deliver({ workspaceId: service.id, repositoryId, revision }), service);
    const { db } = service.services;
    const { id: workspaceId } = await service.workspace();
    const stored = await queryRows<{ id: string; unresolved: string; edges: string }>(db)`
      select f.id::text id, f.unresolved::text unresolved, coalesce((
          select jsonb_agg(to_jsonb(e)) from code_edges e where e.file_id = f.id), '[]')::text edges
        from code_files f where f.workspace_id = ${service.id}::uuid order by f.path`;
    const files = stored.map(({ id, unresolved, edges }) => ({
      id,
      unresolved: JSON.parse(unresolved) as [],
      edges: JSON.parse(edges) as NewCodeEdge[],
    }));
    expect(files.flatMap(({ edges }) => edges).some(({ confidence }) => confidence < 1)).toBe(true);
    const [first, ...rest] = files.filter(({ edges }) => edges.length > 0);
    const moved = { ...first!, edges: first!.edges.map((edge) => ({ ...edge, line: edge.line + 1 })) };
    const same = await confirmCodeEdges(db, workspaceId, {
      files: [moved, ...rest],
      revision: revision + 1,
    });
    expect([...same].toSorted()).toEqual(rest.map(({ id }) => id).toSorted());
  },
  { title: 'edges that are found again are told from others without being written' },
);

/** Edges of a repository by the names at their ends, and calls without a target. */
const namedEdges = ({ services, id }: TestWorkspace, repository: string) =>
  queryRows(services.db)`
    select e.kind, a.qualified_name s, fa.path sp, b.qualified_name t, fb.path tp, e.confidence, e.found_by, e.lines,
      e.reference_count, null::text unresolved
    from code_repositories r join code_files fa on fa.repository_id = r.id
    join code_symbols a on a.file_id = fa.id join code_edges e on e.source_id = a.id
    join code_symbols b on b.id = e.target_id join code_files fb on fb.id = b.file_id
    where r.workspace_id = ${id}::uuid and r.name = ${repository}::text
    union all select null, u.name, f.path, null, null, null, null, null, u.count, u.line::text
    from code_repositories r join code_files f on f.repository_id = r.id
    cross join lateral jsonb_to_recordset(f.unresolved) u(name text, line int, count int)
    where r.workspace_id = ${id}::uuid and r.name = ${repository}::text
    order by 1, 3, 2, 5, 4, 10`;

const MODULES = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [
    `src/parts/part${at}.ts`,
    `import { tool${at} } from './tool${at}.ts';\nexport function part${at}() { tool${at}(); later${at}(); }\n`,
  ]).concat(
    Array.from({ length: 20 }, (_, at) => [
      `src/parts/tool${at}.ts`,
      `export function tool${at}() {}\nexport function other${at}() { tool${at}(); }\n`,
    ]),
  ),
);
const STORE = SHOP['src/store.ts'] ?? '';
const WITHOUT_SAVE = STORE.replace('save(', 'keep(');

/** Changes in a row, each of which is resolved at once but those in one list; how many files are looked at anew. */
const CHANGES: readonly [number, ...Record<string, string>[]][] = [
  [
    1,
    {
      'src/parts/tool3.ts': 'export function tool3() { return 3; }\nexport function other3() { tool3(); }\n',
    },
  ],
  [2, { 'src/parts/tool4.ts': 'export function tool4() {}\nexport function later4() {}\n' }],
  [2, { 'src/parts/tool4.ts': 'export function later4() {}\n' }],
  [2, { 'src/store.ts': WITHOUT_SAVE }],
  [2, { 'src/store.ts': STORE }],
  [2, { 'src/store.ts': WITHOUT_SAVE }, { 'src/store.ts': STORE }],
  [2, { 'src/prices.ts': 'export { tool5 as priceOf } from "./parts/tool5.ts";\n' }],
  [4, { 'src/parts/tool5.ts': 'export function other5() {}\n' }],
  [44, { 'src/new.ts': 'export function later9() {}\n' }],
];

verifies(
  'code.edges',
  async ({ service }) => {
    // Code of two repositories is kept: what earlier tests left to do would take the place of this one.
    service.host.forgetJobs();
    let sources: Record<string, string> = { ...SHOP, ...MODULES };
    await send(service, sources);
    await handler(deliver(await repositoryOf(service)), service);
    for (const [place, [count, ...changes]] of CHANGES.entries()) {
      for (const change of changes) {
        await send(service, change);
        sources = { ...sources, ...change };
      }
      const message = await repositoryOf(service);
      await handler(deliver(message), service);
      expect(await pendingFiles(service)).toBe(0);
      const [looked] = await queryRows<{ count: number }>(service.services.db)`
        select count(*)::int count from code_files
        where repository_id = ${message.repositoryId}::uuid and resolved_revision = ${message.revision}::int`;
      expect({ place, count: looked?.count }).toEqual({ place, count });
      const name = `anew-${place}`;
      await indexSources(service, sources, { repository: name });
      expect(await namedEdges(service, 'shop')).toEqual(await namedEdges(service, name));
    }
  },
  { title: 'a change gives other edges only to the files that it reaches, and to all of these' },
);

/** Sixty files of two hundred symbols and calls each. */
const WIDE = Array.from({ length: 60 }, (_, at): [string, string] => [
  `src/wide${at}.ts`,
  Array.from({ length: 50 }, (_, of) => `export function f${of}() { a${at}(); f${of - 1}(); b(); }`).join(
    '\n',
  ),
]);

/** The job knows nothing any more, as after a restart: it keeps in mind the repositories that it saw last. */
async function forgetShop(service: TestWorkspace): Promise<void> {
  for (const repository of ['one', 'other'])
    await indexSources(service, { 'a.ts': 'export const one = () => 1;' }, { repository });
}

verifies(
  'code.edges',
  async ({ service }) => {
    for (let start = 0; start < WIDE.length; start += 15)
      await indexSources(service, Object.fromEntries(WIDE.slice(start, start + 15)));
    await forgetShop(service);
    await send(service, { 'src/wide0.ts': 'export function added() {}' });
    const [message, seen] = [await repositoryOf(service), new Set<number>()];
    const run = handler(deliver(message), service);
    const isDone = run.then(() => true);
    do seen.add(await pendingFiles(service));
    while (!(await Promise.race([isDone, Promise.resolve(false)])));
    expect((await run).batchItemFailures).toEqual([]);
    expect(await pendingFiles(service)).toBe(0);
    expect([...seen].filter((count) => count > 1 && count < 60).length).toBeGreaterThan(2);
  },
  {
    title:
      'of a repository that is resolved as a whole some files are done at a time, and who asks is answered in between',
  },
);

verifies(
  'code.edges',
  async ({ service }) => {
    await indexSources(service, { ...SHOP, ...MODULES });
    const callsFor = async (times: number): Promise<number> => {
      await forgetShop(service);
      await send(service, { 'src/added.ts': `export function added${times}() {}` });
      const message = await repositoryOf(service);
      const { log, lines } = captureLog();
      const services = { ...service.services, log };
      await Promise.all(Array.from({ length: times }, () => handler(deliver(message), { services })));
      return lines.reduce((sum, { fields }) => sum + Number(fields['roundTrips'] ?? 0), 0);
    };
    const once = await callsFor(1);
    expect(await callsFor(2)).toBeLessThan(2 * once);
  },
  { title: 'of two deliveries at once the second one goes on with what the first one knows' },
);

/** Calls that ask for signatures, for names of types and for attributes. */
const BY_SIGNATURE: Record<string, string> = {
  'a/Text.cs':
    'namespace A { public static class TextExtensions { public static int Size(this Text text) { return 1; } } public class Text {} }',
  'a/Other.cs':
    'namespace A { public static class OtherExtensions { public static int Size(this Other other) { return 2; } } public class Other {} }',
  'a/Use.cs':
    'namespace A { class Use { int Of(Text text, Other other) { return text.Size() + other.Size(); } } }',
  'b/Build.kt':
    'package b\nclass Module { fun single() {} }\ntypealias Declare = Module.() -> Unit\nfun module(declare: Declare) {}\nfun Module.twice() { single() }\n',
  'b/Use.kt': 'package b\nfun use() { module { single() } }\nfun other(m: Module) { m.twice() }\n',
  'c/store.h': 'class Store { public: void save(); };\ntypedef Store Kept;\n',
  'c/store.cc': '#include "store.h"\nvoid Store::save() {}\nvoid use(Kept* kept) { kept->save(); }\n',
  'd/color.ts': 'export enum Color { Red }\nexport class Red { text() {} }\n',
  'd/use.ts': "import { Color } from './color';\nexport const use = () => Color.Red.text();\n",
  'e/order.rb':
    'class Order\n  attr_reader :total\n  def sum\n    total.round\n  end\nend\nclass Bill\n  def total\n    1\n  end\n  def use(order)\n    order.total\n  end\nend\n',
};

verifies(
  'code.edges',
  async ({ service }) => {
    const parsed = await Promise.all(
      Object.entries(BY_SIGNATURE).map(([path, source]) => parseFile(path, source)),
    );
    const files = parsed.filter((file) => file !== undefined);
    await indexSources(service, BY_SIGNATURE, { repository: 'signed' });
    const stored = await queryRows<{ call: string }>(service.services.db)`
      select a.qualified_name || ' > ' || b.qualified_name call
      from code_edges e join code_symbols a on a.id = e.source_id join code_symbols b on b.id = e.target_id
      where e.workspace_id = ${service.id}::uuid and e.kind = 'calls' order by 1`;
    const names = new Map(files.flatMap(({ symbols }) => symbols.map((one) => [one.key, one.qualifiedName])));
    const calls = resolveEdges(files).edges.flatMap(({ kind, source, target }) =>
      kind === 'calls' ? `${names.get(source)} > ${names.get(target)}` : [],
    );
    expect(calls).toContain('use > Module.single');
    expect(stored.map(({ call }) => call)).toEqual(calls.toSorted());
  },
  { title: 'what is stored of a file gives the edges that the whole file gives' },
);
