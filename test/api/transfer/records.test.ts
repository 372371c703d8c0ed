import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { recordLine, WorkspaceRecord, type RecordOf } from '@memory/contracts';
import { refreshStatistics } from '@memory/db';
import { writeNewFile } from '../../../packages/agents/src/archive/line-files.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { fillEveryTable } from '../../support/seeds/fill-every-table.ts';
import { operatorOf } from '../../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));
const freshFile = (ending = 'jsonl') => join(folder, `${randomUUID()}.${ending}`);

const run = ({ host, key }: TestWorkspace, ...words: string[]) =>
  runCommand({ url: host.url, key }, ...words);

async function exportTo(service: TestWorkspace, file = freshFile()): Promise<string> {
  await run(service, 'export', '--output', file);
  return file;
}

const textOf = async (service: TestWorkspace) => readFile(await exportTo(service), 'utf8');

async function importText(service: TestWorkspace, text: string | Uint8Array, ...options: string[]) {
  const file = freshFile();
  await writeFile(file, text);
  return (await run(service, 'import', file, '--json', ...options)).json;
}

const importRecords = async (service: TestWorkspace, records: unknown[], options = {}) => {
  const reply = await service.post('/api/v1/import', { records, ...options });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const memory = (given: Partial<RecordOf<'memory'>> = {}) => ({
  record: 'memory' as const,
  id: randomUUID(),
  title: 'Queues hold a day',
  narrative: 'A queue keeps its messages for one day, since consumers are never down for longer.',
  created_at: '2024-03-01T10:00:00.000Z',
  ...given,
});

verifies('records.round-trip', async ({ service, other }) => {
  const { refs, sessionId, documentId } = await fillEveryTable(service);
  await service.post('/api/v1/forget', { memories: [refs[2]], dry_run: false });
  // Separators that some readers take for ends of lines.
  await service.store({ title: 'A\u2028B', narrative: 'One\u2029two\u0085three\r\nfour ", \\ 🦭' });
  await service.runJobs();
  const file = await exportTo(service);
  const text = await readFile(file, 'utf8');
  const { outcomes, messages } = (await run(other, 'import', file, '--json')).json;
  expect(messages).toEqual([]);
  expect(Object.keys(outcomes)).toEqual([
    'session',
    'observation',
    'document',
    'memory',
    'relationship',
    'feedback',
    'tombstone',
  ]);
  expect(Object.values(outcomes as object).map((counts) => Object.keys(counts))).toEqual(
    Object.values(outcomes).map(() => ['created']),
  );
  expect(await textOf(other)).toBe(text);
  await other.runJobs();
  expect(await textOf(other)).toBe(text);
  // Page rank and groups follow from the graph, when it is analysed next.
  for (const { id } of [service, other])
    await service.services.jobs.enqueue('analyzeGraph', { workspaceId: id });
  await other.runJobs();
  const session = encodeURIComponent(sessionId);
  for (const path of [
    ...refs.slice(0, 2).map((ref) => `/api/v1/memories/${ref}`),
    '/api/v1/memories/?limit=500&ordering=created_at',
    `/api/v1/sessions/${session}`,
    `/api/v1/sessions/${session}/observations`,
    `/api/v1/documents/${documentId}`,
  ]) {
    const [before, after] = [await service.get(path), await other.get(path)];
    expect(before.status).toBe(200);
    expect(after.text.replaceAll(other.id, service.id), path).toBe(before.text);
  }
  for (const workspace of [service, other])
    await refreshStatistics(service.services.db, (await workspace.workspace()).id);
  const query = { query: 'why was an order charged twice' };
  const found = await service.post('/api/v1/memories/search', query);
  expect(found.body.results.length).toBeGreaterThan(0);
  const moved = await other.post('/api/v1/memories/search', query);
  expect(JSON.parse(moved.text.replaceAll(other.id, service.id))).toEqual({
    ...found.body,
    // Code is indexed anew.
    code_graph_available: false,
  });
});

verifies('records.canonical', () => {
  const given = {
    narrative: 'N',
    title: 'T',
    tags: [],
    record: 'memory',
    created_at: '2024-03-01T11:00:00+01:00',
    id: '0193F1A2-0000-4000-8000-000000000001',
    importance_score: 0.5,
    section: null,
  };
  const line =
    '{"record":"memory","id":"0193f1a2-0000-4000-8000-000000000001","created_at":"2024-03-01T10:00:00.000Z","narrative":"N","title":"T"}';
  expect(recordLine(WorkspaceRecord.parse(given))).toBe(line);
  const reversed = Object.fromEntries(Object.entries(given).toReversed());
  expect(recordLine(WorkspaceRecord.parse(reversed))).toBe(line);
  expect(recordLine(WorkspaceRecord.parse(JSON.parse(line)))).toBe(line);
});

verifies(['records.again', 'export.read'], async ({ service, other }) => {
  const [a, b] = [memory(), memory({ title: 'Another' })];
  const records = [
    {
      record: 'session',
      id: randomUUID(),
      session_id: `s-${randomUUID()}`,
      started_at: a.created_at,
      created_at: a.created_at,
    },
    a,
    b,
    {
      record: 'relationship',
      id: randomUUID(),
      source: a.id,
      target: b.id,
      relationship_type: 'supersedes',
      created_at: a.created_at,
    },
    { record: 'feedback', id: randomUUID(), memory: a.id, useful: true, created_at: a.created_at },
  ];
  expect((await importRecords(service, records)).outcomes).toEqual(records.map(() => 'created'));
  const text = await textOf(service);
  expect((await importRecords(service, records)).outcomes).toEqual(records.map(() => 'unchanged'));
  expect(await textOf(service)).toBe(text);
  // Lines in another order are sorted by what refers to what.
  const lines = text.trimEnd().split('\n');
  const shuffled = [lines[0], ...lines.slice(1, -1).toReversed(), lines.at(-1)].join('\n');
  expect((await importText(other, shuffled)).messages).toEqual([]);
  expect(await textOf(other)).toBe(text);
  const again = await importText(other, shuffled);
  expect(Object.values(again.outcomes as object).flatMap((counts) => Object.keys(counts))).toEqual(
    ['session', 'memory', 'relationship', 'feedback'].map(() => 'unchanged'),
  );
});

verifies('records.many', async ({ service }) => {
  const rare = (place: number) => `wren${place.toString(36).padStart(3, 'q')}x`;
  const many = Array.from({ length: 60 }, (_, place) =>
    memory({ title: `Bird ${place}`, narrative: `It is called ${rare(place)}.`, tags: [`t${place}`] }),
  );
  await importRecords(service, many);
  const titlesOf = async (body: object) =>
    (await service.post('/api/v1/memories/search', { use_semantic: false, ...body })).body.results.map(
      ({ memory: { title } }: { memory: { title: string } }) => title,
    );
  expect(await titlesOf({ query: rare(41) })).toEqual(['Bird 41']);
  await service.store({ title: 'Bird alone', narrative: `Not ${rare(41)}.`, tags: ['t7'] });
  expect((await titlesOf({ query: rare(41) })).toSorted()).toEqual(['Bird 41', 'Bird alone']);
  const { rows } = (await service.services.db.execute(sql`select c.relname from pg_index x
    join pg_class c on c.oid = x.indexrelid join pg_am a on a.oid = c.relam
    where x.indrelid = 'memories'::regclass and a.amname = 'gin'
      and not coalesce(c.reloptions @> '{fastupdate=off}', false)`)) as { rows: object[] };
  expect(rows).toEqual([]);
});

verifies('records.conflicts', async ({ service }) => {
  const first = memory();
  await importRecords(service, [first]);
  const later = { ...first, title: 'Queues hold two days', updated_at: '2024-04-01T00:00:00.000Z' };
  const outcomeOf = async (record: object, options = {}) =>
    (await importRecords(service, [record], options)).outcomes[0];
  expect(await outcomeOf(later, { on_conflict: 'keep' })).toBe('kept');
  expect(await outcomeOf(later)).toBe('updated');
  expect(await outcomeOf(later)).toBe('unchanged');
  expect(await outcomeOf(first)).toBe('kept');
  const ref = service.form === 'A' ? first.id : (await service.get('/api/v1/memories/')).body[0].memory_id;
  expect((await service.get(`/api/v1/memories/${ref}`)).body).toMatchObject({
    title: later.title,
    created_at: first.created_at,
    updated_at: later.updated_at,
  });
  const { changes } = (await service.get(`/api/v1/changes?memory=${ref}`)).body;
  expect(changes).toMatchObject([{ kind: 'updated', before: { title: first.title } }, { kind: 'created' }]);
  expect(await outcomeOf(first, { on_conflict: 'overwrite' })).toBe('updated');
});

verifies('records.forgotten', async ({ service }) => {
  const [old, copy] = [memory(), memory({ title: 'Elsewhere' })];
  await importRecords(service, [old]);
  const ref = (await service.get('/api/v1/memories/')).body.map((each: never) => service.ref(each));
  expect((await service.post('/api/v1/forget', { memories: ref, dry_run: false })).status).toBe(200);
  const earlier = {
    ...old,
    title: 'What it said before',
    narrative: 'In words that nobody has forgotten so far.',
  };
  const { outcomes } = await importRecords(service, [old, copy, earlier]);
  expect(outcomes).toEqual(['forgotten', 'forgotten', 'duplicate']);
  expect((await importRecords(service, [earlier])).outcomes).toEqual(['forgotten']);
  const stored = await service.store({ title: old.title, narrative: old.narrative });
  const lines = (await textOf(service)).split('\n');
  expect(lines.filter((line) => line.includes('"record":"memory"'))).toHaveLength(1);
  expect((await importText(service, lines.join('\n'))).outcomes.memory).toEqual({ unchanged: 1 });
  expect((await service.get(`/api/v1/memories/${service.ref(stored)}`)).status).toBe(200);
});

verifies(
  'records.forgotten',
  async ({ service, other: elsewhere }) => {
    const sentence = 'The harbour project is called Zebrafalcon until May.';
    const ours = [memory({ title: 'Name', narrative: sentence }), memory(), memory()];
    await importRecords(service, ours);
    const session = `quotes-${service.id}`;
    await service.post('/api/v1/sessions/start', { session_id: session, project_name: 'harbour' });
    await service.patch(`/api/v1/sessions/${session}`, {
      summary: `We named things. ${sentence} It rained.`,
      metadata: { note: sentence, mood: 'good' },
    });
    const [one, two] = (await service.get('/api/v1/memories/')).body
      .filter(({ title }: { title: string }) => title !== 'Name')
      .map((each: never) => service.ref(each));
    await service.post('/api/v1/relationships', {
      source_id: one,
      target_id: two,
      relationship_type: 'related_to',
      context: sentence,
    });
    await service.post(`/api/v1/memories/${one}/feedback`, { useful: true, context: sentence });
    const old = await textOf(service);
    // Memory, summary, metadata, vote, and the relationship with its mirror.
    expect(old.split('Zebrafalcon')).toHaveLength(7);
    expect((await service.post('/api/v1/forget', { text: 'zebrafalcon', dry_run: false })).status).toBe(200);
    const fresh = await textOf(service);
    expect(fresh).not.toContain('Zebrafalcon');
    // Neither where it was forgotten, nor where its tombstones have arrived: in an empty workspace all would be new.
    for (const target of [service, elsewhere]) {
      const tombstones = fresh.split('\n').filter((line) => line.includes('"record":"tombstone"'));
      await importText(target, [fresh.split('\n')[0], ...tombstones].join('\n'), '--partial');
      await importText(target, old);
      const now = await textOf(target);
      expect(now).not.toContain('Zebrafalcon');
      expect(now).toContain('We named things. It rained.');
    }
  },
  { title: 'nor in what stands beside memories' },
);

verifies('records.refused', async ({ service, other }) => {
  const theirs = memory();
  await importRecords(other, [theirs]);
  const good = memory();
  const at = good.created_at;
  const records = [
    good,
    { ...good, title: 'The same again' },
    { record: 'memory', id: 'nonsense' },
    'nonsense',
    { record: 'soul', id: randomUUID() },
    {
      record: 'relationship',
      id: randomUUID(),
      source: good.id,
      target: theirs.id,
      relationship_type: 'related_to',
      created_at: at,
    },
    { record: 'feedback', id: randomUUID(), memory: theirs.id, useful: true, created_at: at },
    {
      record: 'observation',
      id: randomUUID(),
      session_id: 'nowhere',
      content: 'Seen',
      occurred_at: at,
      created_at: at,
    },
    memory({
      section: { document: randomUUID(), key: 'k', ordinal: 0, heading_path: [], section_hash: 'h' },
    }),
    memory({ source_session_id: 'nowhere' }),
    memory({ narrative: 'x'.repeat(100_001) }),
  ];
  const { outcomes, messages } = await importRecords(service, records);
  expect(outcomes).toEqual([
    'created',
    'duplicate',
    'invalid',
    'invalid',
    'invalid',
    'incomplete',
    'incomplete',
    'incomplete',
    'incomplete',
    'created',
    'invalid',
  ]);
  expect(messages.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
  expect(JSON.stringify(messages)).not.toContain('xxx');
  // The same memory may stand in two workspaces of a deployment.
  expect((await importRecords(service, [theirs])).outcomes).toEqual(['created']);
  expect((await other.get('/api/v1/memories/')).body).toHaveLength(1);
});

verifies('records.dry-run', async ({ service }) => {
  const before = await textOf(service);
  const record = memory();
  expect((await importRecords(service, [record], { dry_run: true })).outcomes).toEqual(['created']);
  expect(await textOf(service)).toBe(before);
  await importRecords(service, [record]);
  const changed = { ...record, title: 'New', updated_at: '2025-01-01T00:00:00Z' };
  expect((await importRecords(service, [changed], { dry_run: true })).outcomes).toEqual(['updated']);
  expect((await service.get('/api/v1/memories/')).body[0].title).toBe(record.title);
});

verifies('records.secrets', async ({ service }) => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  await importRecords(service, [memory({ narrative: `The token is ${secret} here.` })]);
  const text = await textOf(service);
  expect(text).toContain('[redacted:');
  expect(text).not.toContain(secret);
});

verifies('import.dry-run', async ({ service, other }) => {
  await importRecords(service, [memory({ title: 'One\nsession: forged' })]);
  const { stdout } = await run(other, 'import', await exportTo(service), '--dry-run');
  expect(stdout).toMatch(/^ {2}general: One\\u000asession: forged \(2024-03-01/mu);
});

verifies('records.undo', async ({ service }) => {
  const file = freshFile();
  await importRecords(service, [memory()]);
  await exportTo(service, file);
  const { body } = await service.get('/api/v1/memories/');
  await service.post('/api/v1/memories/batch-delete', {
    memory_ids: body.map((each: never) => service.ref(each)),
  });
  const { batch } = (await run(service, 'import', file, '--json')).json;
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(1);
  expect((await run(service, 'import', '--undo', batch)).stdout).toContain('1 undone');
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(0);
});

verifies('records.file', async ({ service }) => {
  const lines = [
    '{"format":"workspace-memory","version":1}',
    ...[1, 2].map((each) => recordLine(WorkspaceRecord.parse(memory({ title: `Of line\u2028${each}` })))),
    '{"end":true,"records":{"memory":2}}',
  ];
  const refuse = async (text: string | Uint8Array, reason: RegExp) =>
    expect(importText(service, text)).rejects.toThrow(reason);
  await refuse('', /is empty/u);
  await refuse('some text\n', /is not an export/u);
  await refuse('{"format":"workspace-memory-export","version":1}\n', /is not an export/u);
  await refuse(
    lines.join('\n').replace('"version":1', '"version":2'),
    /version 2; this program reads version 1/u,
  );
  await refuse(lines.slice(0, -1).join('\n'), /last line is missing/u);
  await refuse(lines.join('\n').slice(0, -50), /last line is missing/u);
  await refuse(lines.toSpliced(1, 1).join('\n'), /names 2 records of the kind memory, and 1 are there/u);
  await refuse(
    lines.toSpliced(1, 0, `"${'x'.repeat(10_000_000)}"`).join('\n'),
    /line 2 is longer than any record/u,
  );
  await refuse(gzipSync(lines.join('\n')).subarray(0, -20), /cannot be read to its end/u);
  expect((await service.get('/api/v1/memories/')).body).toHaveLength(0);

  const broken = lines.toSpliced(1, 0, '{"record":"memory",').join('\n');
  expect(await importText(service, broken, '--partial')).toMatchObject({
    passed: { 'no record': { count: 1, places: ['line 2 is not JSON'] } },
    outcomes: { memory: { created: 2 } },
  });
  for (const text of [`\uFEFF${lines.join('\r\n')}\r\n`, gzipSync(lines.join('\n'))])
    expect((await importText(service, text)).outcomes).toEqual({ memory: { unchanged: 2 } });
  const titles = (await service.get('/api/v1/memories/')).body.map(({ title }: { title: string }) => title);
  expect(titles.toSorted()).toEqual(['Of line\u20281', 'Of line\u20282']);
});

verifies('records.file-whole', async ({ service }) => {
  const file = await exportTo(service, freshFile('jsonl.gz'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(exportTo(service, file)).rejects.toThrow(/exists already/u);
  const other = freshFile();
  const breaksOff = (async function* () {
    yield 'a line\n';
    throw new Error('The line is dead.');
  })();
  await expect(writeNewFile(other, breaksOff)).rejects.toThrow(/dead/u);
  expect((await readdir(folder)).filter((name) => other.endsWith(name) || name.endsWith('.part'))).toEqual(
    [],
  );
});

verifies('forget.exports', async ({ service }) => {
  const stored = await service.store({ title: 'To be forgotten' });
  const file = await exportTo(service);
  await exportTo(service, file.replace('.jsonl', '.gz'));
  const named = async () =>
    (await service.post('/api/v1/forget', { memories: [service.ref(stored)] })).body.exports;
  const [, first] = await named();
  // The first key is nobody's.
  expect(first).toMatchObject({ file, author: null });
  // The same name once, and none of a caller who may only read: those could hide what is to be deleted.
  const { key } = await operatorOf(service.host).createKey({ workspaceId: service.id, scope: 'read' });
  for (const name of [file, 'made up', 'made up, too'])
    expect(
      (await service.get(`/api/v1/export/records?record=memory&file=${encodeURIComponent(name)}`, { key }))
        .status,
    ).toBe(200);
  await run(service, 'export', '--output', file, '--force');
  expect((await named()).map((each: { file: string }) => each.file)).toEqual([
    file,
    file.replace('.jsonl', '.gz'),
  ]);
});
