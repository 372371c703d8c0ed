import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { createClient } from '@memory/client';
import type { Memory } from '@memory/contracts';
import { LOCAL_DEFAULTS, readConfig, SERVICE_VERSION } from '@memory/service';
import { startLocalService } from '@memory/service/node';
import { serve } from '@memory/service/serve';
import { uploadSecret } from '../../../packages/service/src/hosts/node/upload-secret.ts';
import { inheritedEnvironment, runScript, startServer } from '../../host/child-process.ts';
import { prepareDataDir } from '../../host/migrated-pglite.ts';
import { runCommand } from '../../support/clients/run-command.ts';
import { isWhole } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';

const CLI = 'packages/agents/src/main.ts';
const MAIN = 'packages/service/src/hosts/node/main.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-process-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const keyIn = (output: string): string | undefined => /wm_live_\w+/u.exec(output)?.[0];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Entries of a folder that others than their owner may do anything with. */
async function openToOthers(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true });
  const modes = await Promise.all(entries.map(async (entry) => (await stat(join(path, entry))).mode));
  return entries.filter((_, place) => ((modes[place] ?? 0) & 0o077) !== 0);
}

/** Starts a server on an empty directory, and kills it while it makes its database. */
async function killFirstStart(DATA_DIR: string): Promise<void> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...inheritedEnvironment(), DATA_DIR, PORT: '0', LOG_LEVEL: 'SILENT' },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const isReached = async () =>
    (await readdir(DATA_DIR)).some(
      (name) => name.startsWith('database') && existsSync(join(DATA_DIR, name, 'PG_VERSION')),
    );
  await vi.waitUntil(isReached, { timeout: 60_000, interval: 5 });
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

/** The operator's commands on the folder of a server that runs. */
async function operate(DATA_DIR: string, url: string): Promise<void> {
  // Without a process of its own.
  const adminHere = (...args: string[]) => runCommand({ url: '', key: '' }, 'admin', ...args);
  const create = ['workspace', 'create', '--name', 'Second', '--json'];
  const created = isWhole
    ? await runScript(CLI, ['admin', ...create], { DATA_DIR })
    : await adminHere(...create);
  expect(created).toMatchObject({ ...(isWhole ? { code: 0 } : { exitCode: 0 }), stderr: '' });
  const { workspace_id, key, ...more } = JSON.parse(created.stdout) as Record<string, string>;
  expect(more).toEqual({});
  const client = createClient({ url, key: key ?? '' });
  expect((await client.listKeys({})).map(({ scope }) => scope)).toEqual(['admin']);

  await expect(adminHere('workspace', 'create', '--name', 'Second', '--json')).rejects.toThrow('Second');

  const listed = await adminHere('workspace', 'list', '--json');
  const { workspaces } = JSON.parse(listed.stdout) as { workspaces: { id: string; name: string }[] };
  expect(workspaces.map(({ name }) => name).sort()).toEqual(['Second', 'default']);
  expect(workspaces.map(({ id }) => id)).toContain(workspace_id);

  const reader = await adminHere(
    'key',
    'create',
    '--workspace',
    workspace_id ?? '',
    '--scope',
    'read',
    '--json',
  );
  const made = JSON.parse(reader.stdout) as { key: string; scope: string };
  expect(made.scope).toBe('read');
  const reading = createClient({ url, key: made.key });
  expect(await reading.listMemories({})).toEqual([]);
  await expect(reading.deleteMemory({ path: { ref: 'x' } })).rejects.toMatchObject({ status: 403 });
  await expect(
    adminHere('key', 'create', '--workspace', workspace_id ?? '', '--scope', 'owner'),
  ).rejects.toThrow('owner');

  const jobs = await adminHere('jobs', '--queue', 'analyzeGraph', '--json');
  expect(JSON.parse(jobs.stdout)).toMatchObject({
    queues: [{ queue: 'analyzeGraph' }],
    dead: { count: 0, latest: [] },
  });
}

verifies(
  [
    'local.first-start',
    'local.first-key',
    'local.restart',
    'local.data-dir-private',
    'local.lock',
    'local.stops',
    'local.port',
    'local.loopback',
    'http.log.no-secrets',
    'http.log.one-line',
    'admin.workspace.create',
    'admin.workspace.list',
    'admin.key.create',
    'admin.data-dir',
  ],
  async () => {
    const DATA_DIR = join(folder, 'life');
    const port = await freePort();
    await mkdir(DATA_DIR, { mode: 0o755 });
    if (isWhole) await killFirstStart(DATA_DIR);
    // In a whole run as a start leaves it that is killed when all but the name of the database is there: to make another takes ten
    // seconds of the processor.
    await prepareDataDir(DATA_DIR, isWhole ? 'database.new' : 'database');
    let key = '';
    let stored: Memory;
    {
      await using server = await startServer({ DATA_DIR, PORT: String(port) });
      expect(server.url).toBe(`http://127.0.0.1:${port}`);
      expect(server.output()).toContain(DATA_DIR);
      expect(existsSync(join(DATA_DIR, 'database.new'))).toBe(false);
      key = keyIn(server.output()) ?? '';
      expect(key).not.toBe('');
      const client = createClient({ url: server.url, key });
      stored = await client.storeMemory({ body: { title: 'Survives', narrative: 'A quokka-7f3a.' } });
      await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();

      const inUse = new RegExp(`${DATA_DIR}.* in use by process \\d+ at http:`, 'u');
      await expect(serve(readConfig({ DATA_DIR, PORT: '0' }))).rejects.toThrow(inUse);
      if (isWhole) {
        const second = await runScript(MAIN, [], { DATA_DIR, PORT: '0' });
        expect(second.code).toBe(1);
        expect(second.stderr).toMatch(inUse);
        expect(second.stderr).not.toMatch(/^\s+at /mu);
      }

      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'));
      const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(requests.filter(({ message }) => message === 'request')).toMatchObject([
        { route: 'POST /api/v1/memories/store', status: 201, workspace: expect.any(String), roundTrips: 2 },
      ]);
      expect(lines.join('\n')).not.toContain('quokka-7f3a');
      expect(server.output().split(key)).toHaveLength(2);
      expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
      expect(await openToOthers(DATA_DIR)).toEqual([]);
      expect(await server.stop('SIGKILL')).toBeNull();
    }
    // Once it holds data a folder that is named is meant, whatever the clone holds.
    vi.stubEnv('DATA_DIR', DATA_DIR);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(runCommand({ url: '', key: '' }, 'admin', 'workspace', 'list')).rejects.toThrow(DATA_DIR);
    {
      await using server = await startServer({ DATA_DIR });
      expect(keyIn(server.output())).toBeUndefined();
      const client = createClient({ url: server.url, key });
      const [survivor, ...others] = await client.listMemories({});
      const { id, title, narrative, created_at } = stored;
      expect(survivor).toMatchObject({ id, title, narrative, created_at });
      expect(others).toEqual([]);
      await operate(DATA_DIR, server.url);
      expect(await server.stop('SIGINT')).toBe(0);
      expect(existsSync(join(DATA_DIR, 'lock'))).toBe(false);
    }
  },
  { timeoutMs: 240_000 },
);

verifies.whole('local.demo', async () => {
  const DATA_DIR = join(folder, 'demo');
  await prepareDataDir(DATA_DIR);
  await using server = await startServer({ DATA_DIR });
  vi.stubEnv('DATA_DIR', DATA_DIR);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(server.output()).toContain(DATA_DIR);
  const documents = join(folder, 'documents');
  await mkdir(documents);
  for (const name of ['walrus', 'heron', 'gull'])
    await writeFile(join(documents, `${name}.md`), `# About the ${name}\n\nThe ${name} was decided upon.\n`);
  const demo = await runCommand({ url: '', key: '' }, 'demo', '--path', documents);
  expect(demo.exitCode, demo.stderr).toBe(0);
  expect(demo.stdout).toContain('3 files');
  expect(demo.stdout.match(/^"About the \w+" \(\d+ ms\)$/gmu)).toHaveLength(3);
  expect(
    demo.stdout.match(/^ +[\d.]+ (?:keyword|combined|semantic) +.*About the/gmu)?.length,
  ).toBeGreaterThanOrEqual(3);
});

verifies(
  ['local.port', 'local.loopback'],
  () => {
    expect(readConfig({})).toMatchObject({ PORT: 8_787, HOST: '127.0.0.1', DATA_DIR: '.data' });
  },
  { title: 'the defaults' },
);

verifies(['backup.known-release', 'backup.earlier-build'], async () => {
  const DATA_DIR = join(folder, 'of-another');
  await prepareDataDir(DATA_DIR);
  const refusals = {
    '99.0.0': `The data directory ${DATA_DIR} is of release 99.0.0, and this is ${SERVICE_VERSION}`,
    '': `The data directory ${DATA_DIR} is damaged: its file "version" names no release`,
    '0.1.0': 'The section "Data of an earlier build" of docs/operating.md',
  };
  for (const [version, refusal] of Object.entries(refusals)) {
    await writeFile(join(DATA_DIR, 'version'), `${version}\n`);
    await expect(serve(readConfig({ DATA_DIR, PORT: '0' }))).rejects.toThrow(refusal);
    expect(await readFile(join(DATA_DIR, 'version'), 'utf8')).toBe(`${version}\n`);
    expect(existsSync(join(DATA_DIR, 'backups'))).toBe(false);
  }
});

verifies.whole(['faults.damaged', 'faults.upload-secret', 'faults.disk-full'], async () => {
  const DATA_DIR = join(folder, 'damaged');
  await prepareDataDir(DATA_DIR);
  await mkdir(join(DATA_DIR, 'uploads'), { recursive: true });
  await writeFile(join(DATA_DIR, 'uploads', 'secret'), '');
  expect((await uploadSecret(join(DATA_DIR, 'uploads'))).length).toBe(32);
  expect(await uploadSecret(join(DATA_DIR, 'uploads'))).toEqual(
    await readFile(join(DATA_DIR, 'uploads', 'secret')),
  );
  await truncate(join(DATA_DIR, 'database', 'global', 'pg_control'), 100);
  const { code, stderr } = await runScript(MAIN, [], { DATA_DIR, PORT: '0' });
  expect(code).toBe(1);
  expect(stderr).toContain(join(DATA_DIR, 'database'));
  expect(stderr).toContain('admin restore');
  // Writes to this device find no room.
  if (process.platform !== 'linux') return;
  await symlink('/dev/full', join(DATA_DIR, `lock.${process.pid}`));
  await expect(serve(readConfig({ DATA_DIR }))).rejects.toThrow(`The disk of ${DATA_DIR} is full`);
});

verifies('settings.validated', async () => {
  const DATA_DIR = join(folder, 'invalid');
  const { code, stderr } = await runScript(MAIN, [], {
    DATA_DIR,
    MEMORY_ID_FORM: 'C',
    PORT: 'http',
    DATABASE_URL: '',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/MEMORY_ID_FORM/u);
  expect(stderr).toMatch(/PORT/u);
  expect(stderr).not.toMatch(/DATABASE_URL/u);
  expect(existsSync(DATA_DIR)).toBe(false);
});

verifies('oauth.address.configured', async () => {
  const settings = { DATA_DIR: join(folder, 'login'), OAUTH_ISSUER: 'https://login.example' };
  if (isWhole) {
    const { code, stderr } = await runScript(MAIN, [], settings);
    expect(code).toBe(1);
    expect(stderr).toContain('OAUTH_ISSUER needs PUBLIC_URL');
  }
  const config = readConfig({ ...LOCAL_DEFAULTS, ...settings, OAUTH_AUDIENCE: 'app' });
  await expect(startLocalService(config)).rejects.toThrow('OAUTH_ISSUER needs PUBLIC_URL');
});
