import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ForgetBody } from '@memory/contracts';
import { createClient } from '@memory/client';
import { forget as forgetMemories, sweepWorkspaces } from '@memory/core';
import { openDatabase } from '@memory/db';
import {
  exportWorkspace,
  importWorkspace,
} from '../../packages/agents/src/operator/workspace/move-workspace.ts';
import { findHome } from '../../packages/agents/src/home/find-home.ts';
import {
  forgetJournals,
  isAnythingNoted,
  forgetSpooled,
} from '../../packages/agents/src/hook/recall/tell.ts';
import { forgetCommand } from '../../packages/agents/src/forget/forget-command.ts';
import { numbersIn } from '../../packages/agents/src/forget/forget.ts';
import { exportRecords } from '../../packages/agents/src/archive/read-records.ts';
import { everythingStored } from '../support/everything-stored.ts';
import { startLocalHost } from '../host/local-host.ts';
import { emptyPglite, prepareDataDir } from '../host/migrated-pglite.ts';
import { operatorOf } from '../host/operator-of.ts';
import { testWithService, TestWorkspace } from '../host/service.ts';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';
import { verifiesInBothForms } from '../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgetting-'));
});
afterAll(() => rm(folder, { recursive: true }));

const CODENAME = 'Zebrafalcon';
const SENTENCE = `The harbour project is called ${CODENAME} until its launch in May.`;
const DOCUMENT = {
  title: 'Projects',
  content: `# Projects\n\nWhat we work on.\n\n## Harbour\n\n${SENTENCE}\n\n## Lighthouse\n\nThe lighthouse project has no other name.\n`,
  source: 'docs/projects.md',
};

const tablesWith = async (service: TestWorkspace, text: string): Promise<string[]> => [
  ...new Set(
    (await everythingStored(service))
      .split('\n')
      .filter((line) => line.toLowerCase().includes(text.toLowerCase()))
      .map((line) => line.slice(0, line.indexOf(':'))),
  ),
];

/** All that is stored but keys, of which calls change the rate. */
const contentOf = async (service: TestWorkspace): Promise<string> =>
  (await everythingStored(service))
    .split('\n')
    .filter((line) => !line.startsWith('api_keys:'))
    .toSorted()
    .join('\n');

const forget = async (service: TestWorkspace, body: object) => {
  const reply = await service.post('/api/v1/forget', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

/** The same choice in as many calls as there are steps, each from where the one before was. */
async function forgetInSteps(service: TestWorkspace, choice: object, steps = Infinity) {
  const report = {
    memories: [] as unknown[],
    places: {} as Record<string, number>,
    quoted_in: [] as unknown[],
  };
  let after: string | null | undefined;
  for (let step = 0; step < steps && after !== null; step += 1) {
    const body = ForgetBody.parse({ ...choice, ...(after === undefined ? {} : { after }) });
    const reply = await forgetMemories(service.services, await service.workspace(), body, { workingMs: 0 });
    report.memories.push(...reply.memories);
    report.quoted_in.push(...reply.quoted_in);
    for (const [name, count] of Object.entries(reply.places))
      report.places[name] = (report.places[name] ?? 0) + count;
    after = reply.next;
  }
  return { ...report, after };
}

/** All records of a workspace, as an export holds them. */
async function exportedFrom(service: TestWorkspace): Promise<unknown[]> {
  const client = createClient({ url: service.host.url, key: service.key });
  const records: unknown[] = [];
  for await (const record of exportRecords(client)) records.push(record);
  return records;
}

async function observe(service: TestWorkspace, sessionId: string, contents: string[]): Promise<void> {
  await service.post('/api/v1/sessions/start', { session_id: sessionId, project_name: 'harbour' });
  const reply = await service.post(`/api/v1/sessions/${sessionId}/observations`, {
    observations: contents.map((content, place) => ({
      content,
      kind: 'assistant',
      event_id: `${sessionId}-${place}`,
    })),
  });
  expect(reply.status, reply.text).toBe(202);
  await service.post(`/api/v1/sessions/${sessionId}/end`, {});
  await service.runJobs();
}

/** Puts the sentence into every place that takes text. Returns the memory that was stored by hand. */
async function spread(service: TestWorkspace): Promise<{ ref: string; other: string; session: string }> {
  const session = `s-${service.id}`;
  await observe(service, session, [
    `Decided: ${SENTENCE} Because the press must not know.`,
    'The cranes are painted green, because the old colour faded.',
  ]);
  await service.patch(`/api/v1/sessions/${session}`, {
    summary: `We named things. ${SENTENCE} The cranes are green.`,
    metadata: { note: SENTENCE, mood: 'good' },
  });
  const stored = await service.post(
    '/api/v1/memories/store',
    { title: 'Name of the harbour project', narrative: SENTENCE, source_files: ['src/harbour/names.ts'] },
    { headers: { 'idempotency-key': randomUUID() } },
  );
  const ref = service.ref(stored.body);
  await service.patch(`/api/v1/memories/${ref}`, { tags: ['naming'] });
  await service.patch(`/api/v1/memories/${ref}`, { narrative: `${SENTENCE} Nobody is told.` });
  const other = service.ref(
    await service.store({ title: 'Cranes', narrative: 'The cranes are painted green.' }),
  );
  await service.post('/api/v1/relationships', {
    source_id: ref,
    target_id: other,
    relationship_type: 'related_to',
    context: SENTENCE,
  });
  await service.post(`/api/v1/memories/${other}/feedback`, { useful: true, context: `True: ${SENTENCE}` });
  await service.post('/api/v1/documents', DOCUMENT);
  await service.runJobs();
  return { ref, other, session };
}

verifies.formA(
  ['forget.shown-first', 'forget.everywhere', 'forget.stays-forgotten', 'forget.in-calls'],
  async ({ service, other: stranger }) => {
    // More than one statement looks through, before all that is meant.
    await seedManyMemories(service, { prefix: '00000000-0000-7000-8000', count: 2_001 });
    const { ref, other, session } = await spread(service);
    await stranger.store({ title: 'Ours', narrative: SENTENCE });
    const before = await contentOf(service);
    expect((await tablesWith(service, CODENAME)).length).toBeGreaterThan(6);

    const shown = await forget(service, { text: CODENAME.toUpperCase() });
    expect((await contentOf(service)) === before).toBe(true);
    expect(shown).toMatchObject({ dry_run: true, next: null, places: { observations: 1, summaries: 1 } });
    const titles = shown.memories.map(({ title }: { title: string }) => title);
    expect(titles).toContain('Name of the harbour project');

    // In several calls it is the same, and only a reply to the same choice says where to go on.
    for (const choice of [{ text: CODENAME }, { memories: [ref] }]) {
      const { memories, places, quoted_in } = await forget(service, choice);
      expect(await forgetInSteps(service, choice)).toEqual({ memories, places, quoted_in, after: null });
      expect(places.changes).toBeGreaterThan(2);
    }
    expect((await contentOf(service)) === before).toBe(true);
    const broken = await forgetInSteps(service, { text: CODENAME, dry_run: false }, 4);
    for (const [after, text] of [
      ['1/2/3', CODENAME],
      ['%', CODENAME],
      [broken.after, SENTENCE],
    ])
      expect((await service.post('/api/v1/forget', { text, dry_run: false, after })).status).toBe(422);
    expect((await service.get(`/api/v1/memories/${ref}`)).status).toBe(200);

    const done = await forget(service, { text: CODENAME, dry_run: false });
    for (const [name, count] of Object.entries(broken.places)) done.places[name] += count;
    expect({ ...done, dry_run: true }).toEqual(shown);
    await service.runJobs();
    expect(await tablesWith(service, CODENAME)).toEqual([]);

    // A memory that has nothing to do with it is as it was.
    const summary = (await service.get(`/api/v1/sessions/${session}`)).body;
    expect(summary).toMatchObject({
      summary: 'We named things. The cranes are green.',
      metadata_json: { mood: 'good' },
    });
    expect((await service.get(`/api/v1/memories/${other}`)).body.feedback_positive_count).toBe(1);
    expect((await service.get('/api/v1/documents')).body.count).toBe(0);
    expect(await tablesWith(stranger, CODENAME)).toContain('memories');

    // It comes back by none of the ways in.
    const again = await service.post('/api/v1/documents', DOCUMENT);
    expect(again.status, again.text).toBe(201);
    await service.post('/api/v1/documents', { title: 'Harbour', content: SENTENCE, source: 'docs/other.md' });
    const more = `${DOCUMENT.content}\nThe pier was built by three brothers.\n`;
    await service.post('/api/v1/documents/batch', {
      documents: [{ ...DOCUMENT, source: 'docs/third.md', content: more }],
    });
    await observe(service, `again-${service.id}`, [
      `Decided: ${SENTENCE} Because the press must not know.`,
      `Noted.\n${SENTENCE}\nGo on.`,
      'The cranes were washed today, because of the gulls.',
    ]);
    expect(await tablesWith(service, CODENAME)).toEqual([]);
    expect(await tablesWith(service, 'three brothers')).toContain('memories');
    const observed = (await service.get(`/api/v1/sessions/again-${service.id}/observations`)).body.results;
    expect(observed.map(({ content }: { content: string }) => content)).toEqual([
      'Noted.\nGo on.',
      'The cranes were washed today, because of the gulls.',
    ]);
    const byHand = await service.store({ title: 'By hand', narrative: SENTENCE });
    expect((await service.get(`/api/v1/memories/${service.ref(byHand)}`)).status).toBe(200);
  },
  { timeoutMs: 180_000 },
);

verifies(
  'forget.chosen',
  async ({ service, other: stranger }) => {
    const store = async (title: string, fields: object = {}) =>
      service.ref(await service.store({ title, narrative: `What is known of ${title}.`, ...fields }));
    const apple = await store('apple');
    const twin = await store('apple');
    const byFile = await store('pear', { source_files: ['src/fruit/pear.ts'] });
    const near = await store('plum', { source_files: ['src/fruits.ts'] });
    const late = await store('fig');
    const quoting = await store('jam', { narrative: 'Made of it. What is known of apple. And sugar.' });
    const foreign = stranger.ref(
      await stranger.store({ title: 'apple', narrative: 'What is known of apple.' }),
    );
    const left = async () => {
      const { body } = await service.get('/api/v1/memories/?limit=100&ordering=created_at');
      return new Set(body.map((memory: { id: string; memory_id?: string }) => service.ref(memory)));
    };

    const shown = await forget(service, { memories: [apple, foreign, 'nobody'] });
    expect(shown.memories.map(({ memory }: { memory: string }) => memory).toSorted()).toEqual(
      [apple, twin].toSorted(),
    );
    expect(shown.quoted_in).toEqual([{ memory: quoting, title: 'jam' }]);
    await forget(service, { memories: [apple, foreign], dry_run: false });
    expect(await left()).toEqual(new Set([byFile, near, late, quoting]));
    await forget(service, { file: './src/fruit/', dry_run: false });
    expect(await left()).toEqual(new Set([near, late, quoting]));
    await service.services.db.execute(sql`update memories set created_at = '2020-01-02T00:00:00Z'
      where workspace_id = ${service.id}::uuid and title = 'fig'`);
    await forget(service, {
      since: '2020-01-02T00:00:00Z',
      until: '2020-01-02T00:00:01+00:00',
      dry_run: false,
    });
    expect(await left()).toEqual(new Set([near, quoting]));
    // The first key of a workspace is of nobody.
    const author = 'ada@example.com';
    await service.services.db.execute(
      sql`update memories set author = ${author}::text where workspace_id = ${service.id}::uuid`,
    );
    expect((await forget(service, { author: 'somebody else', dry_run: false })).memories).toEqual([]);
    // All that holds must hold.
    expect((await forget(service, { author, file: 'nowhere' })).memories).toEqual([]);
    await forget(service, { author, dry_run: false });
    expect((await left()).size).toBe(0);
    expect((await service.get('/api/v1/changes')).body.changes).toEqual([]);
    expect((await stranger.get(`/api/v1/memories/${foreign}`)).status).toBe(200);
    for (const body of [{}, { dry_run: false }, { text: 'abc' }, { memories: [] }, { since: 'yesterday' }])
      expect((await service.post('/api/v1/forget', body)).status, JSON.stringify(body)).toBe(422);
  },
  { timeoutMs: 180_000 },
);

verifies.formA(
  'forget.session',
  async ({ service }) => {
    const session = `s-${service.id}`;
    const contents = [`Decided: ${SENTENCE} Because the press must not know.`, 'Something else was said.'];
    await observe(service, session, [...contents, 'Yes please.']);
    const reply = await forget(service, { session_id: session, dry_run: false });
    expect(reply.places).toMatchObject({ observations: 3, summaries: 1 });
    expect((await service.get(`/api/v1/sessions/${session}`)).status).toBe(404);
    // The host of the agent goes on sending.
    await observe(service, session, [...contents, 'A third thing was said.']);
    expect((await service.get(`/api/v1/sessions/${session}/observations`)).body.count).toBe(0);
    expect((await service.get('/api/v1/memories/?limit=10')).body).toEqual([]);
    // Everybody says it; what tells something is kept out of other sessions, too.
    const other = `other-${service.id}`;
    await observe(service, other, [...contents, 'Yes please.']);
    expect((await service.get(`/api/v1/sessions/${other}/observations`)).body.results).toMatchObject([
      { content: 'Yes please.' },
    ]);
  },
  { timeoutMs: 180_000 },
);

verifies.formA('forget.copy', async ({ service }) => {
  const stored = await service.store({ title: 'Harbour', narrative: SENTENCE, source_files: ['docs/a.md'] });
  const ref = service.ref(stored);
  await service.post(`/api/v1/memories/${ref}/feedback`, { useful: true });
  const [record] = await exportedFrom(service);
  const { copy } = await forget(service, { memories: [ref], dry_run: false, keep_copy: true });
  expect((await service.get(`/api/v1/memories/${ref}`)).status).toBe(404);
  const undo = () => service.post('/api/v1/changes/undo', { batch: copy });
  expect((await undo()).body).toMatchObject({ undone: 1, left: [] });
  const { id, narrative, feedback_positive_count } = (await service.get(`/api/v1/memories/${ref}`)).body;
  expect({ id, narrative, feedback_positive_count }).toEqual({
    id: stored.id,
    narrative: SENTENCE,
    feedback_positive_count: 1,
  });
  // It may come by an import again.
  await service.delete(`/api/v1/memories/${ref}`);
  expect((await service.post('/api/v1/import', { records: [record] })).body.outcomes).toEqual(['created']);
  const again = await forget(service, { text: CODENAME, dry_run: false, keep_copy: true });
  const age = sql`update memory_changes set changed_at = changed_at - interval '61 minutes' where batch = ${again.copy}::text`;
  await service.services.db.execute(age);
  expect((await service.post('/api/v1/changes/undo', { batch: again.copy })).status).toBe(404);
  await sweepWorkspaces(service.services, {});
  expect(await tablesWith(service, CODENAME)).toEqual([]);
  expect(await forget(service, { memories: [ref], dry_run: false })).toMatchObject({ copy: null });
});

verifies.formA(
  'forget.common-sentence',
  async ({ service }) => {
    const COMMON = 'All tests pass now.';
    const [own, neighbour, later] = ['own', 'neighbour', 'later'].map((name) => `${name}-${service.id}`);
    const contents = async (session = '') =>
      (await service.get(`/api/v1/sessions/${session}/observations`)).body.results.map(
        ({ content }: { content: string }) => content,
      );
    await observe(service, own ?? '', [`Decided: ${SENTENCE} Because the press must not know. ${COMMON}`]);
    await observe(service, neighbour ?? '', [
      `Fixed the login, because tokens expired early. ${COMMON} The fix is in src/login.ts.`,
      COMMON,
    ]);
    await service.store({
      title: 'Name of the harbour',
      narrative: `${SENTENCE} ${COMMON}`,
      source_session_id: own,
    });
    const staying = service.ref(
      await service.store({ title: 'Lighthouse', narrative: `It was dark. ${COMMON}` }),
    );
    const records = await exportedFrom(service);
    const shown = await forget(service, { session_id: own });
    const done = await forget(service, { session_id: own, dry_run: false });
    expect(done.places).toEqual(shown.places);
    expect(done.quoted_in).toMatchObject([{ memory: staying }]);
    const left = 'Fixed the login, because tokens expired early. The fix is in src/login.ts.';
    expect(await contents(neighbour)).toEqual([left]);
    await observe(service, later ?? '', [`The menu opens again, because of a timer. ${COMMON}`, COMMON]);
    expect(await contents(later)).toEqual(['The menu opens again, because of a timer.']);

    // A memory that comes by an import from before loses the sentence, and no more.
    await service.delete(`/api/v1/memories/${staying}`);
    await service.services.db.execute(
      sql`delete from sessions where workspace_id = ${service.id}::uuid and session_id = ${neighbour}::text`,
    );
    const rule = {
      record: 'memory',
      external_id: 'rules#1',
      title: 'Before pushing',
      narrative: `Run npm test. ${COMMON}`,
    };
    for (const outcome of ['created', 'unchanged'])
      expect((await service.post('/api/v1/import', { records: [rule] })).body.outcomes).toEqual([outcome]);
    const { outcomes } = (await service.post('/api/v1/import', { records })).body;
    expect(outcomes.filter((outcome: string) => outcome === 'forgotten').length).toBeGreaterThan(2);
    expect(await contents(neighbour)).toEqual([left]);
    const memories = (await service.get('/api/v1/memories/?limit=50')).body;
    const told = memories.map(({ narrative }: { narrative: string }) => narrative);
    expect(told).toEqual(expect.arrayContaining(['It was dark.', 'Run npm test.']));
    expect(told.join('\n')).not.toContain('All tests');
    expect(await tablesWith(service, CODENAME)).toEqual([]);
  },
  { timeoutMs: 180_000 },
);

verifies.whole(
  'forget.files',
  async () => {
    const dataDir = join(folder, 'data');
    await prepareDataDir(dataDir);
    const database = await openDatabase({ driver: 'pglite', dataDir: join(dataDir, 'database') });
    const host = await startLocalHost({}, { database });
    const service = await TestWorkspace.create(host);
    await spread(service);
    await forget(service, { text: CODENAME, dry_run: false });
    await service.runJobs();
    const state = await operatorOf(host).eraseReplaced({});
    expect(state).toEqual({ state: 'erased' });
    await host.close();
    const holding: string[] = [];
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = (await readFile(path)).toString('latin1').toLowerCase();
      if (text.includes(CODENAME.toLowerCase())) holding.push(path);
    }
    expect(holding).toEqual([]);
  },
  { timeoutMs: 300_000 },
);

verifies.whole(
  ['forget.exports', 'forget.moved'],
  async ({ service }) => {
    const ref = service.ref(await service.store({ title: 'Harbour', narrative: SENTENCE }));
    await service.store({ title: 'Cranes', narrative: 'The cranes are painted green.' });
    const operator = operatorOf(service.host);
    const first = join(folder, `${service.id}-first.jsonl`);
    await exportWorkspace(operator, { workspace: service.id, file: first });
    const reply = await forget(service, { memories: [ref], dry_run: false });
    expect(reply.exports).toMatchObject([{ file: first }]);

    const second = join(folder, `${service.id}-second.jsonl`);
    await exportWorkspace(operator, { workspace: service.id, file: second });
    expect(await readFile(second, 'utf8')).not.toContain(CODENAME);
    const elsewhere = await startLocalHost({}, { database: await emptyPglite() });
    const { key = '' } = await importWorkspace(operatorOf(elsewhere), { file: second });
    const moved = new TestWorkspace(elsewhere, { id: service.id, key });
    const ingested = await moved.post('/api/v1/documents', DOCUMENT);
    expect(ingested.status, ingested.text).toBe(201);
    expect(await tablesWith(moved, CODENAME)).toEqual([]);
    expect(await tablesWith(moved, 'lighthouse')).toContain('memories');
    await elsewhere.close();
  },
  { timeoutMs: 180_000 },
);

verifies.formA('forget.spool', async () => {
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(folder, 'home') });
  const session = join(home.spool, 'project', 'session');
  await mkdir(session, { recursive: true });
  await mkdir(join(home.spool, 'project', 'dead-letters'));
  await writeFile(
    join(session, 'a.json'),
    JSON.stringify({ text: `Noted:\n${SENTENCE.replace(' is ', '\n  is ')}` }),
  );
  await writeFile(join(session, 'b.json'), JSON.stringify({ text: 'Cranes are green.' }));
  await writeFile(
    join(home.spool, 'project', 'dead-letters', 'c.json'),
    JSON.stringify({ output: SENTENCE }),
  );
  expect(forgetSpooled(home, [SENTENCE.toUpperCase()])).toBe(2);
  expect(await readdir(session)).toEqual(['b.json']);
  expect(forgetSpooled(home, [SENTENCE])).toBe(0);
});

verifies.formA('forget.notes', async () => {
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(folder, 'noted') });
  const journal = async (session: string, ...entries: object[]) => {
    const path = join(home.state, 'sessions', session);
    await mkdir(path, { recursive: true });
    const file = join(path, 'journal.jsonl');
    await writeFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return file;
  };
  const other = { t: 1, k: 'asked', text: 'Why is the lighthouse dark?' };
  const file = await journal(
    'claude-a',
    { t: 1, k: 'unheard', moment: 'm1' },
    { t: 1, k: 'decided', text: `Remember: ${SENTENCE.toUpperCase()}` },
    { t: 1, k: 'asked', text: `Why? ${SENTENCE.slice(0, 45)}…` },
    { t: 1, k: 'ran', text: `echo '${SENTENCE}'`, ok: true },
    other,
  );
  await journal('claude-b_1', other);
  expect(isAnythingNoted(home)).toBe(true);
  const meant = { phrases: [SENTENCE], session: 'claude-b/1' };
  expect(forgetJournals(home, meant)).toBe(3);
  expect((await readFile(file, 'utf8')).split('\n')).toEqual([
    JSON.stringify({ t: 1, k: 'unheard', moment: 'm1' }),
    JSON.stringify(other),
    '',
  ]);
  expect(await readdir(join(home.state, 'sessions'))).toEqual(['claude-a']);
  expect(forgetJournals(home, meant)).toBe(0);
  expect(isAnythingNoted(findHome({ WORKSPACE_MEMORY_HOME: join(folder, 'nobody') }))).toBe(false);
});

/** The command as a user of a service types it, with what it prints. */
function typed(service: TestWorkspace, home: string): (...given: string[]) => Promise<string> {
  vi.stubEnv('WORKSPACE_MEMORY_URL', service.host.url);
  vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', service.key);
  vi.stubEnv('WORKSPACE_MEMORY_HOME', join(folder, home));
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    log.mockRestore();
    process.exitCode = undefined;
  });
  return async (...given) => {
    said.length = 0;
    process.exitCode = undefined;
    await forgetCommand().parseAsync(given, { from: 'user' });
    return said.join('\n');
  };
}

verifies.formA('forget.again', async ({ service }) => {
  const command = typed(service, 'again');
  await service.store({ title: 'Harbour', narrative: SENTENCE });
  expect(await command('--text', CODENAME, '--yes', '--now')).toContain('1 memory gone');
  // The database of this host lies in no folder of the machine: that is said instead.
  expect(await command('--text', CODENAME, '--yes')).toMatch(
    /^Nothing of that is stored\.\nThe files of the database stay as they are/u,
  );
  expect(await command('--text', CODENAME, '--dry-run')).toBe('Nothing of that is stored.');
  expect(process.exitCode).toBe(3);
});

verifies.formA('forget.picked', async ({ service }) => {
  const command = typed(service, 'picked');
  await service.store({ title: 'Harbour cranes', narrative: SENTENCE });
  for (const title of ['Logs are JSON', 'Secrets rotate monthly', 'Deployments run at noon'])
    await service.store({ title, narrative: `${title}, as everybody knows by now.` });
  await service.runJobs();
  expect(await command('--query', 'harbour cranes', '--dry-run')).toMatch(
    /^1\. Harbour cranes \(\d{4}-.*\): .+$/u,
  );
  expect(await command('--query', 'quantum chromodynamics', '--dry-run')).toBe(
    'No memory answers this: nothing would go.',
  );
  expect(process.exitCode).toBe(3);
  await expect(command('--query', 'harbour cranes', '--yes')).rejects.toThrow(/picked by a person/u);
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(4);
});

test('numbers are picked one by one and as ranges', () => {
  expect(numbersIn('1 3 5-7', 9)).toEqual([1, 3, 5, 6, 7]);
  expect(numbersIn('2,2', 9)).toEqual([2]);
  expect(numbersIn('', 9)).toEqual([]);
  for (const wrong of ['0', '10', '7-5', 'all', '1-']) expect(numbersIn(wrong, 9)).toBeUndefined();
});
