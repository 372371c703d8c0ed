import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { RECORD_KINDS, routes, type RouteName } from '@memory/contracts';
import {
  deleteWorkspace,
  exportWorkspace,
  importWorkspace,
} from '../../../packages/agents/src/operator/workspace/move-workspace.ts';
import { findHome } from '../../../packages/agents/src/home/find-home.ts';
import { readUserConfig, writeUserConfig } from '../../../packages/agents/src/home/user-config.ts';
import { archivedTables, DERIVED_KINDS, queryRows, unarchivedTables } from '@memory/db';
import type { Operator } from '../../../packages/agents/src/operator/operator.ts';
import { dropLostKey } from '../../../packages/agents/src/operator/workspace/workspace-command.ts';
import { fillEveryTable, type FilledWorkspace } from '../../support/seeds/fill-every-table.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { emptyPglite } from '../../host/migrated-pglite.ts';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { operatorOf } from '../../host/operator-of.ts';
import { TestWorkspace, testWithService } from '../../host/service.ts';
import type { TestHost } from '../../host/test-host.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);
let folder = '';
let elsewhere: TestHost;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moving-'));
  elsewhere = await startLocalHost({}, { database: await emptyPglite() });
});
afterAll(async () => {
  await elsewhere.close();
  await rm(folder, { recursive: true });
});
const freshFile = (ending = 'jsonl') => join(folder, `${randomUUID()}.${ending}`);

/** Routes that only read, and yet are no part of what moves. */
const NOT_ASKED = new Set<RouteName>([
  'listKeys',
  'listChanges',
  // How memories stand to code that does not move.
  'listPendingGrounds',
  'readGrounds',
  // Tellings and questions of a week, which do not move.
  'getStats',
  'getOpenapi',
  'getUpload',
]);

type Ask = [method: 'GET' | 'POST', path: string, body?: unknown];

function questions({ refs, sessionId, documentId }: FilledWorkspace): Partial<Record<RouteName, Ask[]>> {
  const session = encodeURIComponent(sessionId);
  const [first = '', second = '', third = ''] = refs;
  const search = (body: object): Ask => ['POST', '/api/v1/memories/search', body];
  return {
    listMemories: [
      ['GET', '/api/v1/memories/?limit=500'],
      ['GET', '/api/v1/memories/?ordering=-importance_score&tags=orders'],
    ],
    getMemory: refs.map((ref): Ask => ['GET', `/api/v1/memories/${ref}`]),
    listRelatedMemories: refs.map((ref): Ask => ['GET', `/api/v1/memories/${ref}/related`]),
    searchMemories: [
      search({ query: 'why are orders idempotent' }),
      search({ query: 'größe' }),
      search({ query: 'charging', tags: ['orders'], limit: 2 }),
      search({ query: '"charged an order twice"', use_semantic: false }),
      search({ query: '', files: ['src/orders.ts'] }),
    ],
    getGraph: [['GET', '/api/v1/memories/graph']],
    exploreGraph: [['POST', '/api/v1/memories/explore', { query: 'orders', max_depth: 3 }]],
    findPath: [['POST', '/api/v1/memories/path', { source_memory_id: first, target_memory_id: third }]],
    listSessions: [['GET', '/api/v1/sessions/']],
    getSession: [['GET', `/api/v1/sessions/${session}`]],
    getSessionContext: [['GET', `/api/v1/sessions/${session}/context`]],
    listObservations: [['GET', `/api/v1/sessions/${session}/observations`]],
    listContradictions: [
      ['GET', '/api/v1/contradictions'],
      ['GET', '/api/v1/contradictions?state=settled'],
    ],
    listBranches: [['GET', '/api/v1/branches?project=shop']],
    listGrounds: [['GET', '/api/v1/grounds?state=settled']],
    listGlossary: [['GET', '/api/v1/glossary']],
    listDocuments: [['GET', '/api/v1/documents']],
    getDocument: [['GET', `/api/v1/documents/${documentId}`]],
    getCodeStatus: [['GET', '/api/v1/code/status']],
    exportRecords: RECORD_KINDS.map((kind): Ask => ['GET', `/api/v1/export/records?record=${kind}`]),
    // Counts, so it is asked by nobody else.
    recordRetrieval: [['POST', `/api/v1/memories/${second}/retrieval`]],
  };
}

const TOOLS: [name: string, args: Record<string, unknown>][] = [
  ['memory_search', { query: 'orders charged twice' }],
  ['memory_by_file', { file_path: 'orders.ts' }],
  ['memory_get_timeline', {}],
  ['workspace_insight', {}],
  ['code_search', { file_pattern: 'src/*' }],
];

/** Every answer of the walk, by what was asked. */
async function walk(service: TestWorkspace, filled: FilledWorkspace): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const asks of Object.values(questions(filled)))
    for (const [method, path, body] of asks) {
      const reply = await service.request(method, path, { body });
      expect(reply.status, `${method} ${path} ${reply.text}`).toBeLessThan(300);
      // A look at the code that took longer than its 150 ms says null, and nothing of the workspace.
      answers[`${method} ${path} ${JSON.stringify(body)}`] = JSON.parse(reply.text, (name, value: unknown) =>
        name === 'code_graph_available' ? undefined : value,
      );
    }
  const client = await connectClient(service);
  for (const [name, args] of TOOLS) {
    const { isError, structured, text } = await callTool(client, name, args);
    expect(isError, `${name}: ${text}`).toBe(false);
    answers[name] = structured;
  }
  await client.close();
  return answers;
}

verifies.whole(
  'admin.workspace.export',
  async ({ service }) => {
    const reading = Object.entries(routes).flatMap(([name, { method, scope }]) =>
      method === 'GET' && scope !== 'admin' ? [name as RouteName] : [],
    );
    const filled = await fillEveryTable(service);
    const asked = Object.keys(questions(filled));
    expect(reading.filter((name) => !asked.includes(name) && !NOT_ASKED.has(name))).toEqual([]);

    const file = freshFile('jsonl.gz');
    const counts = await exportWorkspace(operatorOf(service.host), { workspace: service.id, file });
    // A walk over what is not there would prove nothing.
    expect([...RECORD_KINDS, ...DERIVED_KINDS].filter((kind) => !counts[kind])).toEqual([
      'tombstone',
      'embedding_refusals',
      'type_changes',
      'ground_settlements',
    ]);
    expect(gunzipSync(await readFile(file)).toString()).not.toContain(service.key);
    const before = await walk(service, filled);
    const result = await importWorkspace(operatorOf(elsewhere), { file });
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(result).toMatchObject({ workspace_id: service.id, written: total, present: 0, left_out: 0 });
    const again = async () => {
      const written = freshFile('jsonl.gz');
      const source = operatorOf(elsewhere);
      return { written, counts: await exportWorkspace(source, { workspace: service.id, file: written }) };
    };
    expect(gunzipSync(await readFile((await again()).written))).toEqual(gunzipSync(await readFile(file)));
    const moved = new TestWorkspace(elsewhere, { id: service.id, key: result.key ?? '' });
    expect(await walk(moved, filled)).toEqual(before);

    // Work that follows from the rows has nothing left to do.
    await elsewhere.runJobs();
    expect((await again()).counts).toEqual(counts);
    expect(await service.get('/api/v1/memories/')).toMatchObject({ status: 200 });
    expect((await service.get('/api/v1/memories/', { key: moved.key })).status).toBe(401);
  },
  { timeoutMs: 240_000 },
);

verifies('admin.workspace.every-table', async ({ service }) => {
  const tables = await queryRows<{ name: string }>(service.services.db)`
    select c.relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'workspace_id' and c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace = 'public'::regnamespace`;
  const known = [...Object.keys(archivedTables), ...Object.keys(unarchivedTables)];
  expect(tables.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  await expect(
    operatorOf(service.host).exportAnyRecords({ workspaceId: service.id, record: 'api_keys' }),
  ).rejects.toThrow(/api_keys/u);
});

verifies('admin.workspace.import-refused', async ({ service }) => {
  await service.post('/api/v1/sessions/start', { session_id: randomUUID() });
  for (const title of ['One', 'Two', 'Three']) await service.store({ title });
  const file = freshFile();
  const source = operatorOf(service.host);
  const target = operatorOf(elsewhere);
  await exportWorkspace(source, { workspace: service.id, file });
  await expect(exportWorkspace(source, { workspace: service.id, file })).rejects.toThrow(/exists already/u);

  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const write = async (text: string): Promise<string> => {
    const damaged = freshFile();
    await writeFile(damaged, text);
    return damaged;
  };
  const refuse = async (text: string, reason: RegExp) =>
    expect(importWorkspace(target, { file: await write(text) })).rejects.toThrow(reason);
  await refuse('', /empty/u);
  await refuse('{"some":"file"}\n', /not an export/u);
  await refuse(lines.slice(0, -1).join('\n'), /not whole/u);
  await refuse(lines.filter((_, index) => index !== 2).join('\n'), /not whole/u);
  await refuse(lines.join('\n').slice(0, -20), /last line is missing/u);
  for (const schema of ['9999-later.sql', '0037-statistics.sql'])
    await refuse(
      lines.join('\n').replace(/"schema":"[^"]*"/u, `"schema":"${schema}"`),
      /does not know the schema .*newer release.*before 1\.0\.0/u,
    );
  expect(await listed(target)).not.toContain(service.id);

  // Broken off in the middle.
  const broken: Operator = {
    ...target,
    importAnyRecords: async ({ records, ...input }) => {
      await target.importAnyRecords({ ...input, records: records.slice(0, 3) });
      throw new Error('The line is dead.');
    },
  };
  await expect(importWorkspace(broken, { file })).rejects.toThrow(/dead/u);
  await expect(importWorkspace(target, { file })).rejects.toThrow(/not empty.*--resume/u);
  const rest = await importWorkspace(target, { file, resume: true });
  expect(rest.present).toBeGreaterThan(0);
  const whole = await importWorkspace(target, { file, resume: true });
  expect(whole.present + whole.written).toBe(rest.present + rest.written);
  // Counters and statistics are written over, whatever they were.
  expect(whole.written).toBe(4);

  // A copy may stand beside it, with the same sessions.
  const { workspace_id: into } = await source.createWorkspace({ name: randomUUID() });
  expect(await importWorkspace(source, { file, into })).toMatchObject({ present: 0, left_out: 0 });
});

verifies(
  'admin.workspace.export',
  async ({ service }) => {
    const filled = await fillEveryTable(service);
    const file = freshFile();
    await exportWorkspace(operatorOf(service.host), { workspace: service.id, file });
    const there = await TestWorkspace.create(elsewhere);
    const result = await importWorkspace(operatorOf(elsewhere), { file, into: there.id });
    expect(result.key).toBeUndefined();
    expect((await there.get('/api/v1/code/status')).body).toMatchObject({ repositories: [] });
    expect((await there.get('/api/v1/memories/?limit=500')).body).toHaveLength(
      (await service.get('/api/v1/memories/?limit=500')).body.length,
    );
    expect((await there.get(`/api/v1/sessions/${encodeURIComponent(filled.sessionId)}`)).status).toBe(200);
  },
  { title: 'an import goes into an empty workspace of another id, without its code' },
);

verifies.whole(
  'admin.workspace.export',
  async ({ service }) => {
    const narrative = '🦭'.repeat(99_000);
    for (let number = 0; number < 6; number += 1) await service.store({ title: `${number}`, narrative });
    await service.services.db.execute(sql`insert into lexeme_frequencies (workspace_id, lexeme, frequency)
      select ${service.id}::uuid, 'word ' || number || ${` "'\\`}::text, number from generate_series(0, 699) number`);
    const file = freshFile();
    const counts = await exportWorkspace(operatorOf(service.host), { workspace: service.id, file });
    expect(counts).toMatchObject({ memory: 6, lexeme_frequencies: 700 });
    const result = await importWorkspace(operatorOf(elsewhere), { file });
    const moved = new TestWorkspace(elsewhere, { id: service.id, key: result.key ?? '' });
    const titles = (reply: { body: { title: string; narrative: string }[] }) =>
      reply.body.map(({ title, narrative: text }) => [title, text === narrative]);
    const page = '/api/v1/memories/?limit=4&offset=2';
    expect(titles(await moved.get(page))).toEqual(titles(await service.get(page)));
  },
  { title: 'pages of large rows and of many rows pass every limit of a call', timeoutMs: 240_000 },
);

verifies('admin.workspace.delete', async ({ service, other }) => {
  await fillEveryTable(service);
  const upload = await service.post('/api/v1/documents/upload-url', {});
  expect(upload.status, upload.text).toBe(201);
  await exportWorkspace(operatorOf(service.host), { workspace: service.id, file: freshFile() });
  await other.store({ title: 'Stays' });
  const target = operatorOf(service.host);
  await expect(deleteWorkspace(target, { workspaceId: service.id, name: 'another' })).rejects.toThrow(
    /not another/u,
  );
  const { workspaces } = await target.listWorkspaces({});
  const name = workspaces.find(({ id }) => id === service.id)?.name ?? '';
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(folder, 'home') });
  const settings = { LOG_LEVEL: 'warn' };
  writeUserConfig(home.config, { key: service.key, settings });
  expect(await dropLostKey(home, service.host.url)).toBe(false);
  await deleteWorkspace(target, { workspaceId: service.id, name });
  expect((await service.get('/api/v1/memories/')).status).toBe(401);
  expect(await dropLostKey(home, service.host.url)).toBe(true);
  expect(readUserConfig(home.config)).toEqual({ settings });
  expect(await listed(target)).not.toContain(service.id);
  for (const table of [...Object.keys(archivedTables), ...Object.keys(unarchivedTables)])
    expect(
      await queryRows(service.services.db)`
        select 1 as one from ${sql.identifier(table)} where workspace_id = ${service.id}::uuid limit 1`,
      table,
    ).toEqual([]);
  expect((await other.get('/api/v1/memories/')).body).toHaveLength(1);
});

async function listed(target: Operator): Promise<string[]> {
  const { workspaces } = await target.listWorkspaces({});
  return workspaces.map(({ id }) => id);
}
