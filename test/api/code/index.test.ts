import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createClient } from '@memory/client';
import { describeSummary } from '../../../packages/agents/src/code-index/describe-summary.ts';
import { chooseRepository } from '../../../packages/agents/src/code-index/choose-repository.ts';
import { indexRepository } from '../../../packages/agents/src/code-index/index-repository.ts';
import { watchTree } from '../../../packages/agents/src/code-index/watch-tree.ts';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { makeRemote } from '../../support/sync/git-clones.ts';
import { SHOP } from '../../support/seeds/code-repository.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const FIXTURES = new URL('../../fixtures/code/', import.meta.url).pathname;

/** A working tree of its own for each test. */
const testWithTree = testWithService.extend<{ root: string }>({
  root: async ({ task }, use) => {
    const root = await mkdtemp(path.join(tmpdir(), `workspace-memory-${task.id}-`));
    await use(root);
    await rm(root, { recursive: true });
  },
});
const verifies = verifiesWith(testWithTree);

async function write(root: string, sources: Record<string, string>): Promise<void> {
  for (const [file, source] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), source);
  }
}

interface SentBody {
  files: { path: string }[];
  deleted: string[];
}

/** Indexes a tree; tells what was done, and every body that left the machine. */
async function index(service: TestWorkspace, root: string, repository = 'tree') {
  const bodies: string[] = [];
  const client = createClient({
    url: service.host.url,
    key: service.key,
    fetch: (target, init) => {
      if (typeof init?.body === 'string') bodies.push(init.body);
      return fetch(target, init);
    },
  });
  const summary = await indexRepository({ client, root, repository });
  await service.runJobs();
  const sent = bodies.map((body) => JSON.parse(body) as SentBody);
  return { summary, bodies, files: sent.flatMap(({ files }) => files.map((file) => file.path)), sent };
}

const statusOf = async (service: TestWorkspace) =>
  (await service.get('/api/v1/code/status?repository=tree')).body;

verifies('code.incremental', async ({ service, root }) => {
  await write(root, SHOP);
  const first = await index(service, root);
  expect(first.summary).toMatchObject({
    sent: 3,
    unchanged: 0,
    deleted: 0,
    symbols: 10,
    partial: [],
    skipped: [],
  });
  const second = await index(service, root);
  expect(second).toMatchObject({ summary: { sent: 0, unchanged: 3 }, bodies: [] });
  await write(root, { 'src/store.ts': 'export class Store { save() {} load() {} }' });
  const third = await index(service, root);
  expect(third.files).toEqual(['src/store.ts']);
  await rm(path.join(root, 'src/prices.ts'));
  const fourth = await index(service, root);
  expect(fourth.sent).toEqual([
    { repository: 'tree', origin: null, head: null, files: [], deleted: ['src/prices.ts'] },
  ]);
  expect(fourth.summary).toMatchObject({ sent: 0, unchanged: 2, deleted: 1 });
  expect((await statusOf(service)).files.map((file: { path: string }) => file.path)).toEqual([
    'src/orders.ts',
    'src/store.ts',
  ]);
});

verifies('code.no-source', async ({ service, root }) => {
  await write(root, {
    'secret.ts': `const apiKey = 'hunter2-in-a-string';
export function pay(amount: number) {
  // a comment inside the body
  const rate = 0.4242;
  const template = \`text of a template\`;
  return charge(amount * rate, 'text of an argument', apiKey);
}
`,
    'secret.py': `def pay(amount, currency="quokka in a default"):
    """Pays."""
    rate = 0.4242
    return charge(amount * rate, "text of an argument")
`,
    '.env': 'GREETING=hello-hunter2-bare\nPIN=839201\nPORT=30001\n',
    Dockerfile: 'FROM node:24\nARG TOKEN=hunter2-of-a-build\n',
    'compose.yaml': `services:
  db:
    api_token: hunter2 in yaml
    environment: [${'A=hunter2 in a list, '.repeat(8)}]
    restart: unless-stopped
`,
    'names.kt': 'fun `adds up`(price: Int): Int {\n    return charge(price)\n}\n',
  });
  const { bodies } = await index(service, root);
  const sent = bodies.join('\n');
  expect(sent).toContain('function pay(amount: number)');
  expect(sent).toContain('Pays.');
  expect(sent).toContain('fun `adds up`(price: Int): Int');
  expect(sent).toContain('services.db.restart: unless-stopped');
  expect(sent).toContain('"value":"30001"');
  for (const text of [
    'hunter2',
    '839201',
    'quokka in',
    'a comment inside',
    '4242',
    'text of',
    'amount *',
    'return charge',
  ])
    expect(sent).not.toContain(text);
});

verifies(
  'code.no-source',
  async ({ service, root }) => {
    await write(root, {
      'login.ts': `import { PasswordHasher } from './password-hasher.ts';
export type Login = { password: Scalars["String"]; token: Maybe<Scalars["String"]> };
export class Door {
  constructor(private password: PasswordHasher) {}
  open() { return this.password.compare(); }
}
export const changePassword = gql('mutation');
`,
      'password-hasher.ts': 'export class PasswordHasher { compare() {} }',
    });
    const { bodies, summary } = await index(service, root);
    expect(bodies.join('\n')).not.toContain('redacted');
    expect(summary.sent).toBe(2);
    expect((await statusOf(service)).repositories[0]).toMatchObject({ call_edges: 1 });
  },
  { title: 'the type of a field is no secret, whatever the field is called' },
);

verifies('code.ignore-files', async ({ service, root }) => {
  await write(root, {
    ...SHOP,
    '.gitignore': 'generated/\n*.gen.ts\n',
    'generated/a.ts': 'export {};',
    'src/b.gen.ts': 'export {};',
    'node_modules/dependency/index.js': 'module.exports = 1;',
  });
  const { files, summary } = await index(service, root);
  expect(files).toEqual(Object.keys(SHOP).toSorted());
  expect(summary.skipped).toEqual([{ path: 'node_modules', reason: 'ignored_by_default' }]);
});

verifies('code.hostile', async ({ service, root }) => {
  await write(root, {
    'good.ts': 'export function good() { return bad(; }',
    'bundle.min.js': 'var a=1;',
    'packed.js': `var a=${'1+'.repeat(40_000)}1;`,
    'huge.ts': 'export const line = 1;\n'.repeat(460_000),
    'binary.ts': 'export\0binary',
  });
  await symlink(root, path.join(root, 'loop'));
  const { summary } = await index(service, root);
  expect(summary).toMatchObject({ sent: 1, partial: ['good.ts'] });
  expect(new Map(summary.skipped.map((item) => [item.path, item.reason]))).toEqual(
    new Map([
      ['bundle.min.js', 'minified'],
      ['packed.js', 'minified'],
      ['huge.ts', 'too_large'],
      ['binary.ts', 'binary'],
      ['loop', 'symlink'],
    ]),
  );
  expect(describeSummary(summary)).toEqual([
    'tree: 1 file sent with 2 symbols.',
    'Read in part, since the parser does not understand a place or the file is too large: good.ts.',
    expect.stringMatching(/^Skipped, /u),
    expect.stringMatching(/^Skipped, /u),
    expect.stringMatching(/^Skipped, /u),
    expect.stringMatching(/^Skipped, /u),
  ]);
  expect((await statusOf(service)).repositories[0]).toMatchObject({ files: 1, partial_files: 1 });
});

verifies.whole(
  'code.hostile',
  async ({ service, root }) => {
    // Names fill it: thousands of symbols more would show the same.
    const long = 'long'.repeat(40);
    const many = Array.from(
      { length: 1_000 },
      (_, number) => `export function ${long}${number}(of: string) { return ${long}${number + 1}(of); }`,
    );
    await write(root, { 'many.ts': many.join('\n'), 'more.ts': many.join('\n') });
    const { summary, bodies, sent } = await index(service, root);
    expect(summary.sent).toBe(2);
    expect(summary.partial).toEqual(['many.ts', 'more.ts']);
    // The last one says that no more come.
    expect(sent.map(({ files }) => files.length)).toEqual([1, 1, 0]);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThan(1_024 * 1_024);
    const { repositories } = await statusOf(service);
    expect(repositories[0]).toMatchObject({
      files: 2,
      partial_files: summary.partial.length,
      pending_files: 0,
    });
  },
  { title: 'a file that fills a request is cut to it and travels alone' },
);

verifies('code.languages', async ({ service, root }) => {
  await write(root, {
    'view.tsx': 'export function View() { return <Title/>; }\nfunction Title() { return <h1/>; }',
  });
  const fixtures = await index(service, FIXTURES);
  const view = await index(service, root, 'view');
  const files = [...fixtures.bodies, ...view.bodies].flatMap(
    (body) => (JSON.parse(body) as { files: { language: string; symbols: object[] }[] }).files,
  );
  const read = files
    .filter(({ symbols, language }) => symbols.length > 1 && language !== 'manifest')
    .map(({ language }) => language);
  expect(new Set(read)).toEqual(
    new Set(
      'typescript tsx javascript python go java rust csharp ruby php c cpp kotlin scala swift shell'.split(
        ' ',
      ),
    ),
  );
  expect((await statusOf(service)).repositories[0].call_edges).toBeGreaterThan(150);
});

verifies(
  'code.incremental',
  async ({ service, root }) => {
    await write(root, SHOP);
    const seen: string[][] = [];
    const controller = new AbortController();
    await watchTree({
      root,
      signal: controller.signal,
      onChange: async () => {
        const { files } = await index(service, root);
        seen.push(files);
        if (seen.length === 1) await write(root, { 'src/store.ts': 'export class Store { load() {} }' });
        else if (files.length > 0) controller.abort();
      },
    });
    expect(seen[0]).toHaveLength(3);
    expect(seen.at(-1)).toEqual(['src/store.ts']);
  },
  { title: 'a watched tree sends what changes' },
);

verifies(
  'code.incremental',
  async ({ service, root }) => {
    await write(root, SHOP);
    const run = (...options: string[]) =>
      runCommand({ url: service.host.url, key: service.key }, 'index', root, ...options);
    const first = await run('--name', 'tree', '--json');
    expect(JSON.parse(first.stdout)).toMatchObject({ repository: 'tree', sent: 3, symbols: 10 });
    const again = await run('--name', 'tree');
    expect(again.stdout).toBe('tree: 0 files sent with 0 symbols, 3 unchanged.\n');
    const unread = (await makeRemote()).clone('documents');
    await write(unread, { 'README.md': '# Documents' });
    const none = await runCommand({ url: service.host.url, key: service.key }, 'index', unread);
    expect(none).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('No file here is of a language that is read'),
    });
  },
  { title: 'the command says what it did' },
);

verifies(
  'code.incremental',
  async ({ service, root }) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('WORKSPACE_MEMORY_HOME', path.join(root, 'home'));
    const noted = path.join(root, 'home/state/last-language');
    const tree = path.join(root, 'tree');
    const sent = async (sources: Record<string, string>) => {
      await write(tree, sources);
      const { json } = await runCommand(
        { url: service.host.url, key: service.key },
        'index',
        tree,
        '--name',
        'tree',
        '--json',
      );
      return [json.sent, json.symbols];
    };
    expect(await sent(SHOP)).toEqual([3, 10]);
    expect(await readFile(noted, 'utf8')).toBe('.ts');
    await writeFile(noted, '.kt');
    expect(await sent({ 'a.py': 'def a(): pass' })).toEqual([1, 2]);
    expect(await readFile(noted, 'utf8')).toBe('.py');
    expect(await sent({ 'b.json': '{ "b": 1 }' })).toEqual([1, 2]);
    expect(await readFile(noted, 'utf8')).toBe('.py');
    await writeFile(noted, '/../../\0nothing that a language is called by');
    expect(await sent({ 'c.py': 'def c(): pass' })).toEqual([1, 2]);
    await rm(noted);
    await mkdir(noted);
    expect(await sent({ 'd.py': 'def d(): pass' })).toEqual([1, 2]);
  },
  { title: 'the language that was sent last is noted, and another one is read all the same' },
);

verifies('code.cli.repositories', async ({ service, root }) => {
  const run = (...args: string[]) => runCommand({ url: service.host.url, key: service.key }, ...args);
  expect((await run('repositories', 'list')).stderr).toContain('No code yet');
  await write(root, { 'a\nb/a.ts': 'a();', 'other/b.ts': 'b();', 'other/c.ts': 'c();' });
  await run('index', path.join(root, 'a\nb'));
  await run('index', path.join(root, 'other'), '--name', 'else');
  // The name of a folder forges no entry.
  const lines = (await run('repositories')).stdout.trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines.join('\n')).toContain('else  2 files  2 symbols');
  const listed = (await run('repositories', 'list', '--json')).stdout.trim().split('\n');
  const [first, second] = listed.map((line) => JSON.parse(line)).toSorted((a, b) => a.files - b.files);
  expect([first.name, second.name]).toEqual(['a\nb', 'else']);
  await expect(run('repositories', 'delete', 'else', 'nowhere')).rejects.toThrow(
    'No repository nowhere is indexed',
  );
  const deleted = await run('repositories', 'delete', 'else', second.origin);
  expect(deleted.stdout).toBe(
    '1 repository deleted, with the index of 2 files; index PATH brings it back.\n',
  );
  const { repositories } = (await service.get('/api/v1/code/status')).body;
  expect(repositories.map(({ name }: { name: string }) => name)).toEqual(['a\nb']);
});

verifies('code.identity', async ({ service, root }) => {
  const client = createClient({ url: service.host.url, key: service.key });
  const indexed = async (folder: string, name?: string, force = false) => {
    const chosen = await chooseRepository(client, path.join(root, folder), name);
    return indexRepository({ client, ...chosen, force });
  };
  const repositories = async () => (await client.getCodeStatus({ query: {} })).repositories;
  for (const place of ['x', 'y'])
    await write(root, {
      [`${place}/app/src/${place}.ts`]: 'export function f() {}',
      [`${place}/app/a.ts`]: '',
    });
  expect(await indexed('x/app')).toMatchObject({ repository: 'app', sent: 2, deleted: 0 });
  const second = await indexed('y/app');
  expect(second).toMatchObject({ sent: 2, deleted: 0 });
  expect(second.repository).toMatch(/^app-[0-9a-f]{8}$/u);
  expect(await repositories()).toMatchObject([{ files: 2 }, { files: 2 }]);
  const other = (await repositories()).at(-1);
  const found = await callTool(await connectClient(service), 'code_search', {
    repository: other?.origin ?? '',
    symbol_type: 'function',
  });
  expect(found.structured.results).toMatchObject([
    { place: `${other?.name}: src/y.ts:1-1`, symbol_name: 'f' },
  ]);
  // Neither does a part of a repository, whatever it is called, nor one that claims the name of another.
  await mkdir(path.join(root, 'z/.git'), { recursive: true });
  await write(root, { 'z/a.ts': 'a();', 'z/b.ts': 'b();', 'z/sub/c.ts': 'c();', 'z/sub/d.ts': 'd();' });
  await indexed('z');
  await rm(path.join(root, 'z/sub/d.ts'));
  expect(await indexed('z/sub')).toMatchObject({ repository: 'z', sent: 0, unchanged: 1, deleted: 1 });
  expect((await indexed('y/app', 'z')).repository).not.toBe('z');
  const refused = await service.post('/api/v1/code/files', {
    repository: 'z',
    origin: 'elsewhere',
    deleted: ['a.ts'],
  });
  expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'origin'] }] } });
  // More than half asks first.
  for (const file of ['a.ts', 'b.ts']) await rm(path.join(root, 'z', file));
  const kept = await indexed('z');
  expect(kept).toMatchObject({ deleted: 0, kept: 2 });
  expect(describeSummary(kept).join(' ')).toContain('--force');
  expect(await indexed('z', undefined, true)).toMatchObject({ deleted: 2, kept: 0 });
  // A file that stands elsewhere as it was is not gone.
  await write(root, { 'z/sub/d.ts': 'd();', 'z/sub/e.ts': 'e();' });
  await indexed('z');
  await rename(path.join(root, 'z/sub'), path.join(root, 'z/lib'));
  expect(await indexed('z')).toMatchObject({ sent: 3, deleted: 3, kept: 0 });
});
