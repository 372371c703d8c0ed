import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Memory } from '@memory/contracts';
import { SOURCES } from '../../../packages/agents/src/import/sources.ts';
import { offerImports } from '../../../packages/agents/src/setup/offer-imports.ts';
import { CLAUDE_TRANSCRIPT, CODEX_ROLLOUT, IMPORT_FIXTURES } from '../../support/seeds/import-fixtures.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

interface Options {
  dryRun?: boolean;
  /** Of other projects, too. */
  all?: boolean;
  cwd?: string;
}

/** The report of `workspace-memory import`. */
const importFrom = async (
  service: TestWorkspace,
  source: string,
  path: string,
  { dryRun = false, all = false, cwd = statSync(path).isDirectory() ? path : join(path, '..') }: Options = {},
) =>
  (
    await runCommand(
      { url: service.host.url, key: service.key, cwd },
      'import',
      source,
      path,
      '--json',
      ...(dryRun ? ['--dry-run'] : []),
      ...(all ? ['--all'] : []),
    )
  ).json;

const memoriesOf = async (service: TestWorkspace): Promise<Memory[]> =>
  (await service.get('/api/v1/memories/?limit=500')).body;

const send = async (service: TestWorkspace, body: object) => {
  const reply = await service.post('/api/v1/import', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

verifies(
  ['import.sources', 'import.again', 'import.broken', 'import.provenance', 'import.dry-run'],
  async ({ service }) => {
    expect(new Set(IMPORT_FIXTURES.map(({ source }) => source)).size).toBe(Object.keys(SOURCES).length - 2);
    for (const fixture of IMPORT_FIXTURES) {
      const path = await fixture.write(await makeFolder());
      const before = (await memoriesOf(service)).length;
      // To look first at three is enough: the rest goes the same way.
      if (['rules', 'mem0', 'mcp-memory'].includes(fixture.source)) {
        const preview = await importFrom(service, fixture.source, path, { dryRun: true, all: true });
        expect(preview.outcomes.memory, fixture.source).toEqual({ created: fixture.memories });
        expect(preview.samples.length).toBeGreaterThan(0);
        expect(await memoriesOf(service), fixture.source).toHaveLength(before);
      }

      const first = await importFrom(service, fixture.source, path, { all: true });
      expect(first.outcomes.memory, fixture.source).toEqual({ created: fixture.memories });
      expect(first.outcomes.relationship?.created ?? 0, fixture.source).toBe(fixture.relationships ?? 0);
      const reasons = Object.keys(first.passed).map((reason) =>
        reason
          .replace(/^The document is (?:a PNG image|not text.*)$/u, 'not text')
          .replace('The document is empty', 'empty'),
      );
      expect([...new Set(reasons)].toSorted(), fixture.source).toEqual(fixture.passed ?? []);
      // Jobs of another test's drain would write between two looks.
      await service.runJobs();
      const stored = await memoriesOf(service);
      expect(stored).toHaveLength(before + fixture.memories);
      expect(stored).toContainEqual(expect.objectContaining(fixture.holds));

      const second = await importFrom(service, fixture.source, path, { all: true });
      expect(second.outcomes.memory, fixture.source).toEqual({ unchanged: fixture.memories });
      expect(second.outcomes.relationship?.unchanged ?? 0).toBe(fixture.relationships ?? 0);
      expect(second.outcomes.relationship ?? {}).not.toHaveProperty('created');
      expect(await memoriesOf(service)).toEqual(stored);
    }
  },
);

verifies('import.of-project', async ({ service }) => {
  const home = await makeFolder();
  const fixture = IMPORT_FIXTURES.find(({ source }) => source === 'claude-mem');
  const path = (await fixture?.write(home)) ?? '';
  const cwd = join(home, 'office');
  await mkdir(cwd);
  const elsewhere = await importFrom(service, 'claude-mem', path, { cwd, dryRun: true });
  expect(elsewhere).toMatchObject({
    outcomes: {},
    passed: { 'of another project (--all takes it)': { count: 3, places: ['shop'] } },
  });
  await importFrom(service, 'claude-mem', path, { cwd });
  expect(await memoriesOf(service)).toEqual([]);
  const here = join(home, 'shop');
  await mkdir(here);
  expect((await importFrom(service, 'claude-mem', path, { cwd: here })).outcomes.memory).toEqual({
    created: 3,
  });
  expect((await importFrom(service, 'claude-mem', path, { cwd, all: true })).outcomes.memory).toEqual({
    unchanged: 3,
  });
});

verifies('import.changed', async ({ service }) => {
  const folder = await makeFolder();
  const path = join(folder, 'CLAUDE.md');
  const write = async (text: string, day: number): Promise<void> => {
    await writeFile(path, text);
    await utimes(path, new Date(Date.UTC(2025, 0, day)), new Date(Date.UTC(2025, 0, day)));
  };
  await write('# Style\n\nTabs are used for indentation in every file of this project.\n', 1);
  expect((await importFrom(service, 'rules', path)).outcomes.memory).toEqual({ created: 1 });
  await write('# Style\n\nSpaces are used for indentation in every file of this project.\n', 2);
  expect((await importFrom(service, 'rules', path)).outcomes.memory).toEqual({ updated: 1 });
  const [updated] = await memoriesOf(service);
  expect(updated).toMatchObject({
    narrative: expect.stringContaining('Spaces are used'),
    created_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-02T00:00:00.000Z',
  });
  // The last author is right: here it was a person who changed the memory.
  await service.patch(`/api/v1/memories/${service.ref(updated as Memory)}`, { narrative: 'Two spaces.' });
  expect((await importFrom(service, 'rules', path)).outcomes.memory).toEqual({ kept: 1 });
  expect(await memoriesOf(service)).toMatchObject([{ narrative: 'Two spaces.' }]);
});

verifies(['import.forgotten', 'import.undo'], async ({ service }) => {
  const fixture = IMPORT_FIXTURES.find(({ source }) => source === 'mcp-memory');
  const path = (await fixture?.write(await makeFolder())) ?? '';
  const { batch } = await importFrom(service, 'mcp-memory', path);
  const billing = (await memoriesOf(service)).find(({ title }) => title.startsWith('Billing')) as Memory;
  await service.post('/api/v1/forget', { memories: [service.ref(billing)], dry_run: false });
  const again = await importFrom(service, 'mcp-memory', path);
  expect(again.outcomes.memory).toEqual({ unchanged: 1, forgotten: 1 });
  // Nor in other words, under the name that it has there.
  const text = await readFile(path, 'utf8');
  const reworded = text
    .replace('Runs on port 8085', 'Listens where it always did')
    .replace('Written in Go', 'In the language of gophers')
    .replace('Owned by team Kraken', 'The squid people look after it');
  await writeFile(path, reworded);
  expect((await importFrom(service, 'mcp-memory', path)).outcomes.memory).toMatchObject({ forgotten: 1 });
  await writeFile(path, text);
  expect(await memoriesOf(service)).toHaveLength(1);
  const undone = await service.post('/api/v1/changes/undo', { batch });
  expect(undone.body).toMatchObject({ undone: 1, left: [] });
  expect(await memoriesOf(service)).toEqual([]);
  // A memory that was taken back was not forgotten.
  expect((await importFrom(service, 'mcp-memory', path)).outcomes.memory).toEqual({
    created: 1,
    forgotten: 1,
  });
});

verifies('import.judged-alone', async ({ service, other }) => {
  const record = {
    record: 'memory',
    external_id: 'a',
    title: 'One',
    narrative: 'The first of them all.',
    source_files: ['./src//a.ts'],
  };
  const related = (source: string, target: string, relationship_type: string) => ({
    record: 'relationship',
    source_external_id: source,
    target_external_id: target,
    relationship_type,
  });
  const records = [
    record,
    'nothing',
    { ...record, external_id: 'b', title: '' },
    { ...record, external_id: 'c', title: 'ONE', narrative: 'The  first of them all.' },
    { ...record, external_id: 'a' },
    {
      ...record,
      external_id: 'd',
      title: 'Four',
      created_at: '2999-01-01T00:00:00Z',
      author: 'me',
      unknown: 1,
    },
  ];
  const outcomes = ['created', 'invalid', 'invalid', 'duplicate', 'duplicate', 'created'];
  expect(await send(service, { records, dry_run: true })).toMatchObject({ outcomes });
  expect(await memoriesOf(service)).toEqual([]);
  const reply = await send(service, {
    records: [
      ...records,
      related('a', 'd', 'supersedes'),
      related('a', 'a', 'related_to'),
      related('a', 'z', 'related_to'),
      // It would take both directions, of which one is taken.
      related('d', 'a', 'related_to'),
      related('a', 'd', 'caused_by'),
    ],
  });
  expect(reply.outcomes).toEqual([...outcomes, 'created', 'invalid', 'incomplete', 'duplicate', 'invalid']);
  expect(reply.messages.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 4, 7, 8, 9, 10]);
  expect(JSON.stringify(reply)).not.toContain('nothing');
  const stored = await memoriesOf(service);
  // A clock that runs ahead makes no memory of the future.
  for (const { created_at } of stored) expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
  expect(stored[0]?.source_files).toEqual(['src/a.ts']);
  // The same external id in another workspace is another memory.
  expect(await send(other, { records: [record] })).toMatchObject({ outcomes: ['created'] });
  expect((await service.post('/api/v1/import', { records: 'x' })).status).toBe(422);
});

verifies(['import.sessions', 'import.undo'], async ({ service }) => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'shop/subagents'), { recursive: true });
  const claude = CLAUDE_TRANSCRIPT(join(folder, 'shop'));
  const rollout = CODEX_ROLLOUT('/nowhere/shop');
  // Sessions have ids that nobody else uses, on a service that several runs of this test share.
  const unique = (text: string) => text.replaceAll('0c0ffee0', service.id.slice(-8));
  await writeFile(join(folder, 'shop', 'session.jsonl'), unique(claude));
  await writeFile(join(folder, 'shop', 'agent-1.jsonl'), unique(claude));
  await writeFile(join(folder, 'rollout-2025.jsonl'), unique(rollout));
  const preview = await importFrom(service, 'claude-code', join(folder, 'shop'), { dryRun: true });
  expect(preview.outcomes).toEqual({ session: { created: 1 }, observation: { created: 7 } });
  const first = await importFrom(service, 'claude-code', join(folder, 'shop'));
  expect(first.outcomes).toEqual(preview.outcomes);
  expect(Object.keys(first.passed).toSorted()).toEqual(['broken line', 'transcript of a subagent']);
  const second = await importFrom(service, 'codex', folder);
  expect(second.outcomes.session).toEqual({ created: 1 });

  const id = `claude-${service.id.slice(-8)}-0000-4000-8000-000000000001`;
  const session = (await service.get(`/api/v1/sessions/${id}`)).body;
  expect(session).toMatchObject({
    branch_name: 'feature/pool',
    started_at: '2025-07-01T10:00:00.000Z',
    ended_at: '2025-07-01T10:00:30.000Z',
    is_active: false,
  });
  const observed = (await service.get(`/api/v1/sessions/${id}/observations`)).text;
  expect(observed).toContain('PgBouncer');
  for (const never of ['sk-ant', 'Nobody may read', 'command-name', 'A subagent talks'])
    expect(observed).not.toContain(never);
  // A command and its output are of one moment in a transcript: what came later is later here.
  const moments = [...observed.matchAll(/"occurred_at":"([^"]+)"/gu)].map(([, at]) => at);
  expect([moments.length, new Set(moments).size]).toEqual([7, 7]);

  await service.runJobs();
  const drawn = await memoriesOf(service);
  expect(drawn.map(({ narrative }) => narrative).join('\n')).toContain('PgBouncer');
  for (const { created_at } of drawn) expect(created_at).toMatch(/^2025-0[78]-01T/u);

  // Nothing the second time; what was written since comes alone.
  const again = await importFrom(service, 'claude-code', join(folder, 'shop'));
  expect(again.outcomes).toEqual({ session: { unchanged: 1 } });
  await service.runJobs();
  expect(await memoriesOf(service)).toEqual(drawn);
  await writeFile(
    join(folder, 'shop', 'session.jsonl'),
    `${unique(claude)}\n${unique(claude).split('\n')[2]?.replace('"u1"', '"u9"') ?? ''}`,
  );
  expect((await importFrom(service, 'claude-code', join(folder, 'shop'))).outcomes).toEqual({
    session: { updated: 1 },
    observation: { created: 1, unchanged: 7 },
  });
  await service.runJobs();

  // Undone, the sessions are gone with what was drawn from them, and come again as if for the first time.
  for (const { batch } of [first, second]) {
    const { body } = await service.post('/api/v1/changes/undo', { batch });
    expect(body).toMatchObject({ left: [], sessions: { undone: 1, left: [] } });
    expect((await service.post('/api/v1/changes/undo', { batch })).status).toBe(409);
  }
  expect(await memoriesOf(service)).toEqual([]);
  expect((await service.get(`/api/v1/sessions/${id}`)).status).toBe(404);
  const anew = await importFrom(service, 'codex', folder);
  expect(anew.outcomes.session).toEqual({ created: 1 });
  await service.runJobs();
  expect((await memoriesOf(service)).length).toBeGreaterThan(0);
});

verifies('import.sessions', async ({ service }) => {
  const folder = await makeFolder();
  const id = `${service.id.slice(-8)}-0000-4000-8000-000000000001`;
  await service.post('/api/v1/sessions/start', { session_id: `claude-${id}` });
  await writeFile(
    join(folder, 's.jsonl'),
    CLAUDE_TRANSCRIPT(folder).replaceAll('0c0ffee0', service.id.slice(-8)),
  );
  // A hook was there: what it captured is not told twice.
  expect(await importFrom(service, 'claude-code', folder)).toMatchObject({
    outcomes: {},
    passed: { 'session that was captured when it happened': { count: 1 } },
  });
});

verifies('import.hostile', async ({ service }) => {
  const folder = await makeFolder();
  const outside = await makeFolder();
  await writeFile(join(outside, 'secret.md'), 'This is the diary of somebody else, out of the folder.');
  await symlink(join(outside, 'secret.md'), join(folder, 'CLAUDE.md'));
  await symlink(outside, join(folder, 'docs'));
  await mkdir(join(folder, 'a/b/c/d'), { recursive: true });
  await mkdir(join(folder, 'AGENTS.md'));
  await mkdir(join(folder, 'pages'));
  // A page about agents is no file of rules.
  await writeFile(join(folder, 'pages/agents.md'), 'How the agents of the travel office are paid.');
  await writeFile(
    join(folder, 'a/b/c/d/AGENTS.md'),
    Buffer.from('\uFEFF# Tief\r\n\r\nÜber alle Grenzen hinweg gilt diese Regel für jeden.\r\n', 'utf16le'),
  );
  await writeFile(join(folder, 'GEMINI.md'), 'a'.repeat(5_000_000));
  await writeFile(
    join(folder, '.cursorrules'),
    Buffer.from('Caf\xe9 rules are kept in Latin-1, which nobody does any more.', 'latin1'),
  );
  const rules = await importFrom(service, 'rules', folder);
  expect(rules.outcomes.memory).toEqual({ created: 2 });
  expect(JSON.stringify(rules.passed)).toContain('GEMINI.md');
  const said = (await memoriesOf(service)).map(({ narrative }) => narrative).join('\n');
  expect(said).toContain('Über alle Grenzen');
  expect(said).toContain('Café rules');
  expect(said).not.toContain('diary');
  await expect(importFrom(service, 'rules', join(folder, 'CLAUDE.md'))).rejects.toThrow('symbolic link');

  const lines = join(folder, 'memory.jsonl');
  const secret = ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6'].join('_');
  await writeFile(
    lines,
    `\uFEFF{"type":"entity","name":"Keys \\u001b[31m","entityType":"x","observations":["The token is ${secret} for now","nul \\u0000 and half \\ud800"]}\r\n\r\n[]\r\n${'['.repeat(200_000)}\r\n{"type":"entity","name":"${'n'.repeat(5_000)}","entityType":"","observations":["${'long '.repeat(30_000)}"]}`,
  );
  const graph = await importFrom(service, 'mcp-memory', lines);
  expect(graph.passed).toMatchObject({
    'broken line': { count: 2, places: ['memory.jsonl:3', 'memory.jsonl:4'] },
  });
  expect(graph.outcomes.memory).not.toHaveProperty('invalid');
  expect((await importFrom(service, 'mcp-memory', lines)).outcomes.memory).not.toHaveProperty('created');
  const stored = JSON.stringify(await memoriesOf(service));
  expect(stored).not.toContain(secret);
  expect(stored).toContain('The token is [redacted');
  for (const source of ['claude-mem', 'mem0', 'mcp-memory-service'])
    await expect(importFrom(service, source, lines), source).rejects.toThrow(/JSON|export/u);
  await expect(importFrom(service, 'git', outside)).rejects.toThrow('not a git repository');
  execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
  await expect(importFrom(service, 'mcp-memory', join(folder, 'pipe.jsonl'))).rejects.toThrow('regular file');
  const { passed } = await importFrom(service, 'claude-code', join(folder, 'pipe.jsonl'));
  expect(passed).toHaveProperty(['it is not a regular file']);
});

verifies('import.offered', async ({ service }) => {
  const home = await makeFolder();
  const path = await IMPORT_FIXTURES.find(({ source }) => source === 'mcp-memory')?.write(home);
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_DATA_HOME', home);
  vi.stubEnv('MEMORY_FILE_PATH', path);
  vi.stubEnv('WORKSPACE_MEMORY_URL', service.host.url);
  vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', service.key);
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    log.mockRestore();
    error.mockRestore();
  });
  const own = join(home, '.claude', 'CLAUDE.md');
  await mkdir(join(home, '.claude'));
  await writeFile(own, '# Mine\n\nComments are written in British English.\n');
  // There is no terminal to ask at.
  await offerImports(undefined);
  expect(said.join('\n')).toContain('entities and relations');
  expect(said.join('\n')).toContain(`your rules for every project: ${own}`);
  expect(said.join('\n')).toContain('import SOURCE --dry-run');
  expect(await memoriesOf(service)).toEqual([]);
  // Somebody is, but no service is set up that could take it.
  const wasTerminal = process.stdin.isTTY;
  process.stdin.isTTY = true;
  vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', '');
  await offerImports(undefined);
  process.stdin.isTTY = wasTerminal;
  vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', service.key);
  expect(said.join('\n')).toContain('Start your service first:');
  await expect(offerImports(['nonsense'])).rejects.toThrow('no source');
  await offerImports(['mcp-memory', 'codex']);
  expect(await memoriesOf(service)).toHaveLength(2);
  const printed = said.join('\n');
  expect(printed).toContain('Nothing of codex was found.');
  expect(printed).toContain('memories: 2 imported.');
  expect(printed).toContain('Passed over, broken line: memory.jsonl:3');
  const [, batch = ''] = /--undo (\S+)/u.exec(printed) ?? [];
  expect((await service.post('/api/v1/changes/undo', { batch })).body).toMatchObject({ undone: 2 });
  // Rules of the user belong to no project, and come when they are named.
  await importFrom(service, 'rules', own);
  expect(await memoriesOf(service)).toMatchObject([{ title: 'Mine', source_files: [] }]);
});
