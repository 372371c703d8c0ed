import { execFile, execFileSync } from 'node:child_process';
import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient, type Client } from '@memory/client';
import { findDocuments } from '../../../packages/agents/src/ingest/find-documents.ts';
import { ingestDocuments } from '../../../packages/agents/src/ingest/ingest-documents.ts';
import { NO_TIME_LEFT } from '@memory/sections/reader';
import { sendDocuments } from '../../../packages/agents/src/ingest/send-documents.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { testWithService, TestWorkspace } from '../../host/service.ts';
import { isWhole } from '../../support/portion.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const COMMAND = new URL('../../../packages/agents/bin/workspace-memory.js', import.meta.url).pathname;

/** A folder with documents, and with files that are none or that an ignore file names. */
async function makeTree(): Promise<string> {
  const folder = await makeFolder();
  // Ignore files count up to the root of the repository, also when a folder within is named.
  await mkdir(join(folder, '.git'));
  const files = {
    '.gitignore': 'drafts/\n*.tmp.md\n',
    'guide.md': '# Guide\n\nFeed the quokkas at noon.\n',
    'docs/fence.MD': '# Fence\n\nIt is high.\n',
    'docs/page.html': '<html><body><h1>Page</h1><p>Quokkas rest.</p></body></html>',
    'docs/notes.txt': 'Plain notes.',
    'docs/code.ts': 'export const none = 0;\n',
    'docs/half.tmp.md': '# Half\n',
    'drafts/secret.md': '# Draft\n',
    'node_modules/a/README.md': '# Package\n',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await symlink(join(folder, 'drafts/secret.md'), join(folder, 'docs/link.md'));
  return folder;
}

const DOCUMENTS = ['docs/fence.MD', 'docs/notes.txt', 'docs/page.html', 'guide.md'];

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** `workspace-memory ingest` as a person runs it in a folder, in a process of its own by whole runs. */
function run(service: TestWorkspace, cwd: string, ...args: string[]): Promise<Outcome> {
  if (!isWhole) return runHere(service, cwd, 'ingest', ...args);
  const { host, key } = service;
  const env = { PATH: process.env['PATH'], WORKSPACE_MEMORY_URL: host.url, WORKSPACE_MEMORY_API_TOKEN: key };
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, 'ingest', ...args], { cwd, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The same without a process of its own, which takes half a second of the processor. */
const runHere = ({ host, key }: TestWorkspace, cwd: string, ...args: string[]): Promise<Outcome> =>
  runCommand({ url: host.url, key, cwd }, ...args).then(
    ({ exitCode, stdout, stderr }) => ({ code: exitCode, stdout, stderr }),
    (error: Error) => ({ code: 1, stdout: '', stderr: `${error.message}\n` }),
  );

const sourcesOf = async (service: TestWorkspace): Promise<string[]> => {
  const { results } = (await service.get('/api/v1/documents?limit=100')).body as {
    results: { source: string }[];
  };
  return results.map(({ source }) => source).toSorted();
};

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    const first = await run(service, folder, '.');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toBe(
      '4 documents: 4 memories created, 0 updated, 0 unchanged, 0 removed.\n' +
        'No documents, and not read: .ts (1), symbolic link (1).\n',
    );
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
    await appendFile(join(folder, 'guide.md'), 'Then count them.\n');
    const again = await runHere(service, folder, 'ingest', '--json', '**/*.md', 'docs/notes.txt');
    expect(JSON.parse(again.stdout)).toEqual({
      documents: 3,
      created: 0,
      updated: 1,
      unchanged: 2,
      removed: 0,
      renamed: [],
      failures: [],
      skipped: [],
      gone: [],
      pruned: 0,
      passed_over: [],
      not_read: {},
      redacted_secrets: 0,
    });
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
  },
  { timeoutMs: 240_000 },
);

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    await writeFile(join(folder, 'docs/broken.pdf'), '%PDF-1.7 and no more');
    const some = await runHere(service, folder, 'ingest', 'docs', '--json');
    expect(some.code).toBe(1);
    expect(JSON.parse(some.stdout)).toMatchObject({
      documents: 3,
      failures: [{ source: 'docs/broken.pdf', message: expect.any(String) }],
    });
    // One pattern without a match, and a template that is empty still, end nothing.
    await writeFile(join(folder, 'empty.md'), '\n');
    const most = await runHere(service, folder, 'ingest', 'nowhere/*.md', 'guide.md', 'empty.md');
    expect(most.code).toBe(0);
    expect(most.stdout).toContain('1 document: 1 memory created');
    expect(most.stderr).toContain('Nothing to ingest at nowhere/*.md.');
    expect(most.stderr).toContain('Skipped empty.md: The document is empty.');
    const none = await run(service, folder, 'nowhere/*.md');
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: 'Nothing to ingest at nowhere/*.md.\n' });
    const gone = await runHere(service, folder, 'ingest', 'gone.md', 'guide.md');
    expect(gone).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('documents delete gone.md') as string,
    });
    const keyless = await runHere(
      new TestWorkspace(service.host, { id: service.id, key: '' }),
      folder,
      'ingest',
      '.',
    );
    expect(keyless.code).toBe(1);
    expect(keyless.stderr).toContain('WORKSPACE_MEMORY_API_TOKEN');
  },
  { title: 'what cannot be read is told, and fails the command', timeoutMs: 240_000 },
);

/** A client whose uploads are read as it asks for them: the test's queue does its work only when it is asked to. */
function drainedClient(service: TestWorkspace): Client {
  const client = createClient({ url: service.host.url, key: service.key });
  return {
    ...client,
    getUpload: async (request) => {
      await service.runJobs('ingestUpload');
      return client.getUpload(request);
    },
  };
}

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    const drained = drainedClient(service);
    const send = async () => {
      const { documents: found } = await findDocuments(['.'], { cwd: folder });
      let done = 0;
      const summary = await sendDocuments(drained, found, {
        upload: true,
        progress: { fileDone: () => (done += 1) },
      });
      expect(done).toBe(found.length);
      return summary;
    };
    expect(await send()).toEqual({
      documents: 4,
      created: 4,
      updated: 0,
      unchanged: 0,
      removed: 0,
      renamed: [],
      failures: [],
      skipped: [],
    });
    expect(await send()).toMatchObject({ documents: 4, created: 0, unchanged: 4 });
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
  },
  { title: 'by one upload as well' },
);

verifies(
  'documents.cli.ingest',
  async ({ service }) => {
    const folder = await makeTree();
    const client = createClient({ url: service.host.url, key: service.key });
    const calls: number[] = [];
    // A call that has time for its first document alone.
    const hurried: Client = {
      ...client,
      ingestBatch: async ({ body, ...rest }) => {
        const [first, ...others] = body.documents;
        calls.push(body.documents.length);
        const reply = await client.ingestBatch({
          ...rest,
          body: { ...body, documents: first ? [first] : [] },
        });
        const errors = others.map((_, at) => ({ index: at + 1, msg: NO_TIME_LEFT }));
        return { ...reply, errors: [...reply.errors, ...errors] };
      },
    };
    const { documents: found } = await findDocuments(['.'], { cwd: folder });
    const progress = { fileDone: () => undefined };
    const summary = await sendDocuments(hurried, found, { upload: false, progress });
    expect(summary).toMatchObject({ documents: 4, created: 4, failures: [] });
    expect(calls).toEqual([4, 3, 2, 1]);
    expect(await sourcesOf(service)).toEqual(DOCUMENTS);
  },
  { title: 'what one call had no time for goes with the next' },
);

const TEXT = 'The quokkas of this house are fed at noon, at six and whenever somebody remembers them. ';

/** The command's work, without a process of its own. */
async function ingest(service: TestWorkspace, cwd: string, paths: string[], options = {}) {
  const client = drainedClient(service);
  const progress = { fileDone: () => undefined };
  const found = await findDocuments(paths, { cwd });
  return ingestDocuments(client, found, { progress, upload: false, prune: true, force: false, ...options });
}

verifies(['documents.cli.prune', 'documents.cli.rename'], async ({ service }) => {
  const folder = await makeFolder();
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  for (const name of ['a', 'b', 'c', 'd'])
    await write(`docs/${name}.md`, `# Page ${name}\n\n${name} ${TEXT.repeat(3)}\n`);
  await write('other/kept.md', '# Elsewhere\n');
  await ingest(service, folder, ['docs', 'other']);
  const memoryOf = async (source: string) => {
    const { results } = (await service.get('/api/v1/documents?limit=100')).body;
    const { id } = results.find((one: { source: string }) => one.source === source);
    return (await service.get(`/api/v1/documents/${id}`)).body.sections[0].memory_ref;
  };
  const before = await memoryOf('docs/b.md');
  await rm(join(folder, 'docs/a.md'));
  await rename(join(folder, 'docs/b.md'), join(folder, 'docs/renamed.md'));
  expect(await ingest(service, folder, ['docs'], { prune: false })).toMatchObject({
    renamed: [{ from: 'docs/b.md', to: 'docs/renamed.md' }],
    gone: ['docs/a.md'],
    pruned: 0,
    kept: 'They are kept, as asked.',
  });
  expect(await memoryOf('docs/renamed.md')).toBe(before);
  const pruned = await runHere(service, folder, 'ingest', 'docs');
  expect(pruned.stdout).toContain('Gone, and removed with their memories: docs/a.md.');
  expect(await sourcesOf(service)).toEqual(['docs/c.md', 'docs/d.md', 'docs/renamed.md', 'other/kept.md']);
  // Emptied is gone as well; and more than half asks first.
  await rm(join(folder, 'docs/c.md'));
  await write('docs/d.md', '');
  expect((await ingest(service, folder, ['docs'])).kept).toContain('2 of the 3 documents stored below docs');
  expect(await sourcesOf(service)).toHaveLength(4);
  await ingest(service, folder, ['docs'], { force: true });
  expect(await sourcesOf(service)).toEqual(['docs/renamed.md', 'other/kept.md']);
});

verifies(
  ['documents.cli.prune', 'documents.cli.rename'],
  async ({ service }) => {
    const folder = await makeFolder();
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await writeFile(join(folder, `${name}.md`), `# Page ${name}\n\n${name} ${TEXT.repeat(3)}\n`);
    const upload = (prune: boolean) => ingest(service, folder, ['.'], { upload: true, prune });
    await upload(true);
    const { results: before } = (await service.get('/api/v1/documents?limit=100')).body;
    const sectionOf = async (id: string) =>
      (await service.get(`/api/v1/documents/${id}`)).body.sections[0].memory_ref;
    const { id } = before.find(({ source }: { source: string }) => source === 'b.md');
    const section = await sectionOf(id);
    await rm(join(folder, 'a.md'));
    await mkdir(join(folder, 'new'));
    await rename(join(folder, 'b.md'), join(folder, 'new/b.md'));
    expect(await upload(false)).toMatchObject({
      created: 0,
      renamed: [{ from: 'b.md', to: 'new/b.md' }],
      gone: ['a.md'],
      pruned: 0,
    });
    expect(await sectionOf(id)).toBe(section);
    expect(await upload(true)).toMatchObject({ created: 0, renamed: [], gone: ['a.md'], pruned: 1 });
    expect(await sourcesOf(service)).toEqual(['c.md', 'd.md', 'e.md', 'new/b.md']);
    // New documents do not make those that are gone fewer: more than half of the stored ones asks first.
    for (const name of ['c', 'd', 'e']) await rm(join(folder, `${name}.md`));
    for (const name of ['v', 'w', 'x', 'y', 'z'])
      await writeFile(join(folder, `${name}.md`), `# Page ${name}\n\n${name} stands for itself.\n`);
    expect((await upload(true)).kept).toContain('3 of the 4 documents stored below .');
  },
  { title: 'by an upload as well' },
);

verifies(
  'documents.cli.prune',
  async ({ service }) => {
    const folder = await makeTree();
    await writeFile(join(folder, 'docs/prices.json'), '{"hay": "three coins a bale"}\n');
    await ingest(service, folder, ['docs/prices.json', 'drafts/secret.md', 'guide.md']);
    // Ignored, or of no format that a folder is searched for: it is there all the same.
    const again = await runHere(service, folder, 'ingest', '.');
    expect(again.stdout).toContain('left as stored: docs/prices.json, drafts/secret.md.');
    expect(await sourcesOf(service)).toEqual(
      ['docs/prices.json', 'drafts/secret.md', ...DOCUMENTS].toSorted(),
    );
    await rm(join(folder, 'docs/prices.json'));
    expect(await ingest(service, folder, ['.'])).toMatchObject({
      gone: ['docs/prices.json'],
      pruned: 1,
      passed_over: ['drafts/secret.md'],
    });
  },
  { title: 'what is there is not gone, whatever way it came in', timeoutMs: 240_000 },
);

verifies(
  'documents.identity',
  async ({ service }) => {
    const folder = await makeFolder();
    for (const name of ['a', 'b', 'c']) {
      await mkdir(join(folder, 'docs'), { recursive: true });
      await writeFile(join(folder, `docs/${name}.md`), `# Page ${name}\n\n${name} ${TEXT.repeat(3)}\n`);
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Keeper', '-c', 'user.email=keeper@example.org', ...args], {
        cwd: folder,
      });
    await ingest(service, folder, ['docs']);
    const known = async () =>
      ((await service.get('/api/v1/documents?limit=100')).body.results as { id: string; origin: string }[])
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, origin }) => ({ id, kind: origin.split(/[:.]/u, 1)[0] }));
    const before = await known();
    expect(before).toHaveLength(3);
    const steps: [kind: string, commands: string[][]][] = [
      ['folder', [['init', '-q']]],
      [
        'commit',
        [
          ['add', '.'],
          ['commit', '-qm', 'Begin'],
        ],
      ],
    ];
    for (const [kind, commands] of steps) {
      for (const args of commands) git(...args);
      expect(await ingest(service, folder, ['docs'])).toMatchObject({
        created: 0,
        unchanged: 3,
        renamed: [],
      });
      expect(await known()).toEqual(before.map(({ id }) => ({ id, kind })));
    }
    // A document deleted in between does not stay under the earlier name.
    await rm(join(folder, 'docs/a.md'));
    git('remote', 'add', 'origin', 'https://github.com/zoo/young');
    expect(await ingest(service, folder, ['docs'], { upload: true })).toMatchObject({
      created: 0,
      unchanged: 2,
      gone: ['docs/a.md'],
      pruned: 1,
    });
    expect(await known()).toEqual(before.slice(1).map(({ id }) => ({ id, kind: 'github' })));
  },
  { title: 'a repository keeps its documents when it gets its first commit and its remote' },
);

verifies('documents.identity', async ({ service }) => {
  const [one, two] = [await makeFolder(), await makeFolder()];
  for (const [folder, text] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs/index.md'), `# Index\n\nOf ${text}.\n`);
  }
  await ingest(service, one, ['docs']);
  expect(await ingest(service, two, ['docs'])).toMatchObject({ created: 1, updated: 0, removed: 0 });
  expect(await ingest(service, one, ['docs'])).toMatchObject({ created: 0, unchanged: 1 });
  // Two checkouts of one repository are the same documents, from wherever they are named.
  const remotes = ['git@github.com:zoo/keepers.git', 'https://token@GitHub.com/zoo/keepers'];
  for (const [index, folder] of [one, two].entries()) {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['remote', 'add', 'origin', remotes[index] ?? ''], { cwd: folder });
  }
  await writeFile(join(two, 'docs/index.md'), '# Index\n\nOf one.\n');
  await ingest(service, one, ['docs']);
  expect(await ingest(service, join(two, 'docs'), ['index.md'])).toMatchObject({ unchanged: 1, created: 0 });
  const { results } = (await service.get('/api/v1/documents?origin=github.com/zoo/keepers')).body;
  expect(results).toMatchObject([{ source: 'docs/index.md', origin: 'github.com/zoo/keepers' }]);
});

verifies(
  'documents.identity',
  async ({ service }) => {
    const home = await makeFolder();
    const notes = join(home, 'notes');
    for (const name of ['index.md', 'one/index.md', 'two/index.md', 'two/deep/more.md']) {
      await mkdir(dirname(join(notes, name)), { recursive: true });
      await writeFile(join(notes, name), `# Of ${name}\n\nWhat ${name} tells of the burrow. ${TEXT}\n`);
    }
    const elsewhere = await makeFolder();
    const first = await runHere(service, elsewhere, 'ingest', notes);
    expect(first.stdout).toContain('4 documents: 4 memories created');
    expect(await sourcesOf(service)).toEqual([
      'index.md',
      'one/index.md',
      'two/deep/more.md',
      'two/index.md',
    ]);
    // From wherever it is named, and by whichever part of it.
    for (const [cwd, ...paths] of [
      [home, 'notes'],
      [notes, '.'],
      [join(notes, 'two'), '.'],
      [elsewhere, `${notes}/two/**/*.md`],
      [home, 'notes/one/index.md'],
    ] as const)
      expect((await runHere(service, cwd, 'ingest', ...paths)).stdout).toContain(
        ' 0 memories created, 0 updated',
      );
    await rm(join(notes, 'two/deep/more.md'));
    const pruned = await runHere(service, elsewhere, 'ingest', notes);
    expect(pruned.stdout).toContain('Gone, and removed with their memories: two/deep/more.md.');
    const deleted = await runHere(service, elsewhere, 'documents', 'delete', join(notes, 'one/index.md'));
    expect(deleted.stdout).toBe('1 document deleted, and 1 memory with them.\n');
    expect(await sourcesOf(service)).toEqual(['index.md', 'two/index.md']);
  },
  { title: 'outside of repositories whatever folder the command is started in', timeoutMs: 240_000 },
);

verifies('documents.cli.documents', async ({ service }) => {
  const folder = await makeTree();
  await ingest(service, folder, ['.']);
  const documents = (...args: string[]) => runHere(service, folder, 'documents', ...args);
  const below = (await documents('list', '--under', 'docs', '--json')).stdout.trim().split('\n');
  expect(below.map((line) => JSON.parse(line).source).toSorted()).toEqual(DOCUMENTS.slice(0, 3));
  const { id } = JSON.parse(below.find((line) => line.includes('page.html')) ?? '{}');
  expect((await documents('delete', 'docs/notes.txt', id)).stdout).toBe(
    '2 documents deleted, and 2 memories with them.\n',
  );
  expect(await sourcesOf(service)).toEqual(['docs/fence.MD', 'guide.md']);
  expect((await documents('list', '--under', 'nowhere')).stderr).toContain('without options shows all');
  // All of an origin, such as one that has another name by now; never all there is.
  const { origin } = JSON.parse(below[0] ?? '{}');
  for (const args of [[], ['--all'], ['--all', '--origin', origin, 'guide.md'], ['--under', 'docs']])
    expect((await documents('delete', ...args)).stderr).toContain('--all --origin NAME');
  const all = ['delete', '--all', '--origin', origin];
  expect((await documents(...all, '--under', 'docs')).stdout).toContain('1 document deleted');
  expect(await sourcesOf(service)).toEqual(['guide.md']);
  expect((await documents(...all)).stdout).toContain('1 document deleted');
  expect((await documents(...all)).stdout).toBe('0 documents deleted, and 0 memories with them.\n');
  // The name of a file forges no entry.
  await writeFile(join(folder, 'docs/a\nb.md'), '# Two lines\n\nOf a name.\n');
  await ingest(service, folder, ['docs']);
  const lines = (await documents('list')).stdout.trim().split('\n');
  expect(lines.filter((line) => !/^[0-9a-f-]{36}  (?:1 memory|\d+ memories)  /.test(line))).toEqual([]);
  expect(lines.join('\n')).toContain(String.raw`docs/a\u000ab.md`);
});

describe('findDocuments', () => {
  const sources = async (folder: string, ...given: string[]) =>
    (await findDocuments(given, { cwd: folder })).documents.map(({ source }) => source);

  test('takes folders, globs and files, each document once', async () => {
    const folder = await makeTree();
    expect(await sources(folder, '.')).toEqual(DOCUMENTS);
    expect(await sources(folder, 'docs', 'docs/*', '*.md')).toEqual(expect.arrayContaining(DOCUMENTS));
    expect(await sources(folder, 'docs', 'docs/notes.txt')).toEqual(DOCUMENTS.slice(0, 3));
  });

  test('takes descriptions of interfaces by what they say, and no other data', async () => {
    const folder = await makeFolder();
    const files = {
      'api.yaml': '# Of the zoo\nopenapi: 3.1.0\ninfo: {title: Zoo}\n',
      'old.json': '{\n  "swagger": "2.0",\n  "info": {"title": "Old zoo"}\n}',
      'OpenAPI.json': '{"info": {}, "openapi": "3.0.0"}',
      'package.json': '{"name": "zoo", "dependencies": {\n"swagger": "2.0.1"}}',
      'values.yml': 'ui:\n  openapi: 3.0.0\n',
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    expect(await sources(folder, '.')).toEqual(['OpenAPI.json', 'api.yaml', 'old.json']);
  });

  test('takes a file that is named itself, even when it is ignored, and no link', async () => {
    const folder = await makeTree();
    expect(await sources(folder, 'drafts/secret.md')).toEqual(['drafts/secret.md']);
    await expect(findDocuments(['docs/link.md'], { cwd: folder })).rejects.toThrow('a symbolic link');
  });

  test('tells files of one name in different folders apart under one name of an origin', async () => {
    const folder = await makeFolder();
    for (const name of ['a', 'b']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'index.md'), `# ${name}\n`);
    }
    const cwd = await makeFolder();
    for (const given of [folder, `${folder}/**/*.md`])
      expect((await findDocuments([given], { cwd, origin: 'notes' })).documents).toMatchObject([
        { origin: 'notes', source: 'a/index.md' },
        { origin: 'notes', source: 'b/index.md' },
      ]);
  });

  test('takes no empty path for the working directory', async () => {
    const folder = await makeTree();
    await expect(findDocuments(['guide.md', ''], { cwd: folder })).rejects.toThrow('is empty');
  });
});
