import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globby } from 'globby';
import { afterAll, beforeAll, expect } from 'vitest';
import { readNote } from '../../../packages/agents/src/archive/notes/note.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

let base = '';
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'notes-'));
});
afterAll(() => rm(base, { recursive: true }));

const run = async ({ host, key }: TestWorkspace, ...words: string[]) =>
  (await runCommand({ url: host.url, key }, ...words, '--json')).json;

const exportNotes = (service: TestWorkspace, folder: string) =>
  run(service, 'export', '--format', 'markdown', '--output', folder);

const importNotes = (service: TestWorkspace, folder: string, ...options: string[]) =>
  run(service, 'import', folder, ...options);

/** Three memories, of which the first supersedes the second, and their notes. */
async function written(service: TestWorkspace) {
  const narrative = 'Over\r\ntwo lines.\n\n---\n- [ ] a box\n<!-- a comment -->';
  const stored = [
    await service.store({
      title: 'Use queues: "really"',
      narrative,
      memory_type: 'decision',
      tags: ['a b', '2024'],
    }),
    await service.store({ title: 'Use cron', concepts: ['time tables'], source_files: ['src/a b.ts'] }),
    await service.store({ title: 'Größe' }),
  ];
  const [source_id, target_id] = stored.map((each) => service.ref(each));
  const declared = { source_id, target_id, relationship_type: 'supersedes', context: 'It was late (often).' };
  expect((await service.post('/api/v1/relationships', declared)).status).toBe(201);
  const folder = join(base, randomUUID());
  const exported = await exportNotes(service, folder);
  expect(exported).toMatchObject({ notes: 3, edited: [], removed: [], left: [] });
  const pathOf = async (title: string): Promise<string> => {
    for (const name of await globby('**/*.md', { cwd: folder }))
      if (readNote(await readFile(join(folder, name), 'utf8'), '').content.title === title)
        return join(folder, name);
    throw new Error(`There is no note ${title}.`);
  };
  const edit = async (title: string, change: (text: string) => string) => {
    const path = await pathOf(title);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  return { folder, stored, pathOf, edit };
}

interface Listed {
  title: string;
  narrative: string;
  created_at: string;
}

const listed = async (service: TestWorkspace): Promise<Listed[]> =>
  ((await service.get('/api/v1/memories/?limit=500')).body as Listed[]).toSorted((a, b) =>
    a.title < b.title ? -1 : 1,
  );

verifies('notes.round-trip', async ({ service, other }) => {
  const { folder, stored, pathOf } = await written(service);
  expect((await stat(await pathOf('Use cron'))).mode & 0o777).toBe(0o600);
  const before = await listed(service);
  const again = await importNotes(service, folder);
  expect(again).toMatchObject({ outcomes: { memory: { unchanged: 3 } }, messages: [], notes: [], gone: [] });
  expect(again.outcomes).not.toHaveProperty('relationship');
  expect(await listed(service)).toEqual(before);

  // Relations lead to notes, so that they come along; another editor changes ends of lines.
  const cron = await pathOf('Use cron');
  await writeFile(cron, `\uFEFF${(await readFile(cron, 'utf8')).replaceAll('\n', '\r\n')}`);
  const moved = await importNotes(other, folder);
  expect(moved).toMatchObject({ outcomes: { memory: { created: 3 } }, notes: [] });
  const away = ['workspace_id', 'content_hash'];
  const plain = (rows: object[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !away.includes(name))));
  expect(plain(await listed(other))).toEqual(plain(before));
  const detail = await other.get(`/api/v1/memories/${other.ref(stored[0] as never)}`);
  expect(detail.body.outgoing_relationships).toMatchObject([
    { relationship_type: 'supersedes', context: 'It was late (often).' },
  ]);
});

verifies('notes.edits', async ({ service }) => {
  const { folder, stored, pathOf, edit } = await written(service);
  await edit('Use cron', (text) =>
    text
      .replace('title: Use cron', 'title: Use no cron')
      .replace('- [concept] time tables', '- [concept] clocks'),
  );
  await edit('Use queues: "really"', (text) => text.replace(/^- supersedes .*$/mu, ''));
  await rename(await pathOf('Use no cron'), join(folder, 'moved.md'));
  await rm(await pathOf('Größe'));
  await mkdir(join(folder, 'new'));
  await writeFile(
    join(folder, 'new/note.md'),
    '---\ntitle: Coffee\ntags: [drink]\ncreated: 2020-05-01\n---\n\n- [method] Pour it #brew\n- replaces [[Use no cron]] (at night)\n- depends_on [[Tea]]\n',
  );
  await writeFile(join(folder, 'new/broken.md'), '---\ntitle: [\n---\n');
  const dry = await importNotes(service, folder, '--dry-run');
  expect(dry.outcomes).toMatchObject({ memory: { updated: 1, created: 1 }, relationship: { created: 1 } });
  expect((await listed(service)).map(({ title }) => title)).toContain('Use cron');

  const done = await importNotes(service, folder);
  expect(done).toMatchObject({ outcomes: { memory: { updated: 1, created: 1, unchanged: 1 } } });
  expect(done).toMatchObject({ outcomes: { relationship: { created: 1 } }, retracted: 0 });
  expect(done.gone).toHaveLength(1);
  expect(
    done.notes
      .map(({ path, message }: { path: string; message: string }) => `${path} ${message.slice(0, 20)}`)
      .toSorted(),
  ).toEqual([
    expect.stringMatching(/^decision\/use-queues-really-.* no longer lists supe/u),
    expect.stringMatching(/^new\/broken\.md is passed/u),
    'new/note.md lists [[Tea]], which',
  ]);
  const coffee = { title: 'Coffee', tags: ['drink', 'method'], created_at: '2020-05-01T00:00:00.000Z' };
  const titles = await listed(service);
  expect(titles).toMatchObject([
    coffee,
    { title: 'Größe' },
    { title: 'Use no cron', concepts: ['clocks'] },
    { title: 'Use queues: "really"' },
  ]);
  const ref = service.ref(stored[1] as never);
  expect((await service.get(`/api/v1/changes?memory=${ref}`)).body.changes[0]).toMatchObject({
    kind: 'updated',
    before: { title: 'Use cron' },
  });
  // A new note is the same memory the next time, and changes when its file does.
  expect((await importNotes(service, folder)).outcomes.memory).toEqual({ unchanged: 3 });
  const asked = await importNotes(service, folder, '--delete');
  expect(asked).toMatchObject({ retracted: 1 });
  expect((await listed(service)).map(({ title }) => title)).toEqual([
    'Coffee',
    'Use no cron',
    'Use queues: "really"',
  ]);
  // A note that is malformed is not gone.
  await edit('Use queues: "really"', () => '---\ntitle: [\n---\n');
  expect(await importNotes(service, folder, '--delete')).toMatchObject({ gone: [] });
});

verifies('notes.conflicts', async ({ service }) => {
  const { folder, stored, edit, pathOf } = await written(service);
  await edit('Use cron', (text) => text.replace('title: Use cron', 'title: Of the note'));
  const ref = service.ref(stored[1] as never);
  await service.request('PATCH', `/api/v1/memories/${ref}`, { body: { title: 'Of the workspace' } });
  const told = await importNotes(service, folder);
  expect(told.notes).toMatchObject([{ message: expect.stringContaining('and so was its memory') }]);
  expect((await listed(service)).map(({ title }) => title)).toContain('Of the workspace');
  const again = await exportNotes(service, folder);
  expect(again).toMatchObject({ notes: 2, edited: [expect.stringContaining('use-cron')] });
  expect(await readFile(await pathOf('Of the note'), 'utf8')).toContain('title: Of the note');
  await importNotes(service, folder, '--on-conflict', 'overwrite');
  expect((await listed(service)).map(({ title }) => title)).toContain('Of the note');
  // A note that has been imported is edited no more.
  expect(await exportNotes(service, folder)).toMatchObject({ notes: 3, edited: [] });

  // A folder of somebody else's is not written into.
  const strange = join(base, randomUUID());
  await mkdir(strange);
  await writeFile(join(strange, 'todo.md'), 'mine');
  await expect(exportNotes(service, strange)).rejects.toThrow(/not empty/u);
  // The note of a memory that is gone goes, too.
  await service.post('/api/v1/memories/batch-delete', { memory_ids: [service.ref(stored[2] as never)] });
  expect(await exportNotes(service, folder)).toMatchObject({
    removed: [expect.stringContaining('general/gro')],
  });
});

verifies('notes.of-others', async ({ service, other }) => {
  const folder = join(base, randomUUID());
  await mkdir(folder);
  await writeFile(
    join(folder, 'brewing.md'),
    '---\ntitle: Brewing\ntype: recipe\ncustom: keep5\npermalink: kitchen/brewing\n---\n\n# Brewing\n\n- [method] Pour it\n\n## Relations\n\n- requires [[Grinding]]\n',
  );
  await writeFile(join(folder, 'grinding.md'), '---\ntitle: Grinding\n---\n\nMedium for the pour over.\n');
  const { url } = service.host;
  await runCommand({ url, key: service.key }, 'import', 'basic-memory', folder);
  const notes = join(base, randomUUID());
  await exportNotes(service, notes);
  const read = async () => {
    const [path = ''] = await globby('**/brewing-*.md', { cwd: notes });
    return readFile(join(notes, path), 'utf8');
  };
  const text = await read();
  for (const line of [
    'type: recipe',
    'custom: keep5',
    'permalink: kitchen/brewing',
    '- requires [[Grinding]]',
  ])
    expect(text.split(`${line}\n`), line).toHaveLength(2);
  expect(text.split('## Relations')).toHaveLength(2);
  expect(text).not.toContain('[[general/');
  expect((await importNotes(service, notes)).outcomes).toEqual({ memory: { unchanged: 2 } });
  // Elsewhere, too, what a text tells is declared.
  expect((await importNotes(other, notes)).outcomes).toEqual({
    memory: { created: 2 },
    relationship: { created: 1 },
  });
  await exportNotes(other, notes);
  expect(await read()).toBe(text);
  // Fields added to a front matter stay there.
  const [path = ''] = await globby('**/grinding-*.md', { cwd: notes });
  const file = join(notes, path);
  await writeFile(file, (await readFile(file, 'utf8')).replace('type: note', 'type: note\nowner: Ada'));
  expect((await importNotes(service, notes)).outcomes.memory).toEqual({ unchanged: 1, updated: 1 });
  await exportNotes(service, notes);
  expect(await readFile(file, 'utf8')).toContain('\nowner: Ada\n');
});

verifies('notes.syntax', () => {
  const note = readNote(
    [
      '---',
      'title: Coffee',
      'type: note',
      'permalink: coffee/methods',
      "tags: '#a, b'",
      'color: brown',
      '---',
      '',
      '# Coffee',
      '',
      '- [decision] Pour over #brew (best)',
      '- [ ] a task',
      '- [x] a task that is done',
      '- [a link](https://example.com)',
      '- relates_to [[Tea]]',
      '- "depends on" [[Water|Clear water]] (hot)',
      '- See [[Milk]] in passing, which is prose and no relation of any kind that could be meant here.',
    ].join('\n'),
    'name',
  );
  expect(note).toMatchObject({
    content: { title: 'Coffee', tags: ['a', 'b', 'decision'], memory_type: 'decision' },
    permalink: 'coffee/methods',
    origin: undefined,
  });
  expect(note.content.narrative).toContain('Pour over');
  expect(note.relations).toEqual([
    { type: 'relates_to', target: 'Tea', context: null },
    { type: 'depends on', target: 'Water', context: 'hot' },
    { type: 'See', target: 'Milk', context: null },
  ]);
});
