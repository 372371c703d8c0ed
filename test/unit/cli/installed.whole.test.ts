import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { migratedDump } from '../../host/migrated-pglite.ts';
import { isWhole } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';

const run = promisify(execFile);

const ROOT = new URL('../../../', import.meta.url).pathname;
const PACKAGE = join(ROOT, 'packages/agents');

/** The Node of the machine, as a user has it, and not the one that runs the tests. */
const systemNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path));

describe.skipIf(systemNode === undefined)('the package', () => {
  let folder = '';
  let installed = '';
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: join(folder, 'user'),
    WORKSPACE_MEMORY_HOME: join(folder, 'memory'),
    // Of the project that a user is in, and none of the service's business.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/app',
    PORT: '3000',
  });
  const command = (...words: string[]) =>
    run(systemNode ?? '', [join(installed, 'workspace-memory/bin/workspace-memory.js'), ...words], {
      cwd: join(folder, 'user'),
      env: environment(),
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workspace-memory-installed-'));
    installed = join(folder, 'node_modules');
    await mkdir(join(folder, 'user/.claude'), { recursive: true });
    await mkdir(installed);
    await mkdir(join(folder, 'memory'));
    await writeFile(join(folder, 'memory/config.json'), '{"settings":{"PORT":"0"}}', { mode: 0o600 });
    await run('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: PACKAGE,
      env: { ...process.env, MIGRATED_DUMP: isWhole ? '' : await migratedDump() },
    });
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', join(folder, tarball), '-C', folder]);
    await cp(join(folder, 'package'), join(installed, 'workspace-memory'), { recursive: true });
    // Packages that npm would fetch, from where they were fetched already.
    for (const name of await dependencies())
      await cp(join(ROOT, 'node_modules', name), join(installed, name), { recursive: true });
  });

  afterAll(async () => {
    await command('down');
    await rm(folder, { recursive: true, force: true });
  });

  verifies(['install.package', 'install.pages'], async () => {
    const { bytes, packages } = await measure(installed);
    expect(packages).toBeLessThanOrEqual(60);
    expect(bytes).toBeLessThanOrEqual(90_000_000);
    const { stdout } = await command('--help');
    for (const page of ['README.md', 'LICENSE', 'docs/settings.md', 'dist/workspace-memory.1'])
      expect(existsSync(join(installed, 'workspace-memory', page))).toBe(true);
    for (const name of ['up', 'setup', 'mcp', 'ingest', 'index'])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'mu'));
    // As the command itself says it, which is not asked.
    expect((await command('help')).stdout).toBe(stdout);
    const { stdout: told } = await run(systemNode ?? '', [
      join(installed, 'workspace-memory/dist/lib/main.js'),
      'setup',
      '-h',
    ]);
    expect((await command('setup', '--help')).stdout).toBe(told);
    expect((await command('help', 'setup')).stdout).toBe(told);
    expect(existsSync(join(installed, 'esbuild')) || existsSync(join(installed, 'aws-cdk-lib'))).toBe(false);
  });

  verifies(['install.service', 'install.status'], async () => {
    const [first, second] = await Promise.all([command(), command('up', '--json')]);
    expect(first.stdout).toContain('workspace-memory setup');
    const { url, pid } = JSON.parse(second.stdout) as { url: string; pid: number };
    expect(JSON.parse((await command('up', '--json')).stdout)).toMatchObject({ url, pid, how: 'running' });
    expect((await command('status')).stdout).toMatch(`memory: up at ${url}\n`);
    expect(JSON.parse((await command('status', '--json')).stdout)).toMatchObject({
      services: [{ whose: 'own', url, pid, up: true }],
      agents: [],
      sessions: { count: 0, last: null },
      open: { outdated: 0, contradictions: 0 },
    });
    const settings = join(folder, 'memory/config.json');
    expect((await stat(settings)).mode & 0o077).toBe(0);
    const { key } = JSON.parse(await readFile(settings, 'utf8')) as { key: string };
    expect(await readFile(join(folder, 'memory/logs/service.log'), 'utf8')).not.toContain(key);

    // Wherever the command is called from, it finds the service that runs.
    expect((await command('admin', 'workspace', 'list')).stdout).toContain('default');

    // A memory that one session stores over the bridge, which no environment tells a key, is found by the next one.
    const stored = await callTool('memory_store', {
      title: 'Retries are capped at five',
      narrative: 'The payment provider bans callers that retry more than five times.',
      memory_type: 'decision',
    });
    expect(stored).not.toMatchObject({ isError: true });
    const found = await callTool('memory_search', { query: 'how often may we retry payments?' });
    expect(JSON.stringify(found)).toContain('Retries are capped at five');

    await writeFile(join(folder, 'user/notes.md'), '# Notes\n\nDeployments are on Tuesdays.\n');
    expect((await command('ingest', 'notes.md')).stdout).toMatch(/1 document: 1 memory created/u);
    await writeFile(
      join(folder, 'user/pay.py'),
      'def pay():\n    return retry()\n\ndef retry():\n    return 1\n',
    );
    expect((await command('index', '.')).stdout).toMatch(/1 file sent with 3 symbols/u);
    expect((await command('setup', '--yes', 'claude')).stdout).toMatch(/3 files written/u);
    expect((await command('setup', '--yes', '--undo')).stdout).toMatch(/3 files written/u);
    expect(await readdir(join(folder, 'user/.claude'))).toEqual([]);
  });

  verifies(['install.service.backup', 'container.image'], async () => {
    await command('down');
    expect(existsSync(join(folder, 'memory/state/stopped'))).toBe(true);
    await expect(command('status')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/down/u) as string,
    });
    const data = join(folder, 'memory/data');
    await writeFile(join(data, 'version'), '1.0.0-rc.1\n');
    // As the image starts it.
    const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
    const [, words = '[]'] = /^CMD (\[.*\])$/mu.exec(dockerfile) ?? [];
    const [, program = '', ...rest] = (JSON.parse(words) as string[]).map((word) =>
      word.replace('/usr/local/lib/node_modules', installed),
    );
    const service = spawn(systemNode ?? '', [program, ...rest], {
      env: { ...environment(), DATABASE_URL: '', DATA_DIR: data, PORT: '0' },
    });
    try {
      const url = await vi.waitFor(async () => {
        const lock = JSON.parse(await readFile(join(data, 'lock'), 'utf8')) as { url: string };
        expect(lock.url).toBeDefined();
        return lock.url;
      }, 30_000);
      const [, health = ''] = /fetch\('http:\/\/127\.0\.0\.1:8787([^']+)'\)/u.exec(dockerfile) ?? [];
      // A check has no key.
      expect((await fetch(url + health)).status).toBe(401);
      const [backup = ''] = await readdir(join(data, 'backups'));
      expect(backup).toMatch(/^\d{8}T\d{6}Z-before-\d+\.\d+\.\d+$/u);
      expect(existsSync(join(data, 'backups', backup, 'PG_VERSION'))).toBe(true);
      const found = await callTool('memory_search', { query: 'how often may we retry payments?' });
      expect(JSON.stringify(found)).toContain('Retries are capped at five');
    } finally {
      service.kill();
      await once(service, 'exit');
    }
  });

  verifies('install.team', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(headers.authorization === 'Token wm_test_right' ? 200 : 401).end('{}');
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const team = `http://127.0.0.1:${port}`;
    const tryToJoin = (key: string) =>
      run(
        systemNode ?? '',
        [
          join(installed, 'workspace-memory/bin/workspace-memory.js'),
          'setup',
          '--yes',
          'claude',
          '--team',
          team,
        ],
        {
          env: {
            ...environment(),
            WORKSPACE_MEMORY_HOME: join(folder, 'team'),
            WORKSPACE_MEMORY_API_TOKEN: key,
          },
        },
      );
    try {
      await expect(tryToJoin('wm_test_wrong')).rejects.toMatchObject({
        stderr: expect.stringMatching(/does not take/u) as string,
      });
      expect(existsSync(join(folder, 'team/config.json'))).toBe(false);
      await tryToJoin('wm_test_right');
      expect(JSON.parse(await readFile(join(folder, 'team/config.json'), 'utf8'))).toEqual({
        url: team,
        key: 'wm_test_right',
      });
      // An address of the environment gets no key of the user's file.
      const elsewhere = run(
        systemNode ?? '',
        [join(installed, 'workspace-memory/bin/workspace-memory.js'), 'ingest', join(ROOT, 'README.md')],
        {
          env: { ...environment(), WORKSPACE_MEMORY_HOME: join(folder, 'team'), WORKSPACE_MEMORY_URL: team },
        },
      );
      const asked = seen.length;
      await expect(elsewhere).rejects.toMatchObject({
        stderr: expect.stringMatching(/WORKSPACE_MEMORY_API_TOKEN/u) as string,
      });
      expect(seen).toHaveLength(asked);
    } finally {
      server.close();
    }
  });

  async function callTool(name: string, args: Record<string, unknown>): Promise<unknown> {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: systemNode ?? '',
      args: [join(installed, 'workspace-memory/bin/workspace-memory.js'), 'mcp'],
      env: environment() as Record<string, string>,
      stderr: 'ignore',
    });
    await client.connect(transport);
    try {
      return await client.callTool({ name, arguments: args });
    } finally {
      await client.close();
    }
  }
});

/** All that is installed with it, those of dependencies too. */
async function dependencies(): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (manifest: string): Promise<void> => {
    const { dependencies: names = {} } = JSON.parse(await readFile(manifest, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(names)) {
      if (found.has(name)) continue;
      found.add(name);
      await visit(join(ROOT, 'node_modules', name, 'package.json'));
    }
  };
  await visit(join(PACKAGE, 'package.json'));
  return [...found];
}

async function measure(modules: string): Promise<{ bytes: number; packages: number }> {
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  const packages = entries.filter(
    ({ name, parentPath }) =>
      name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/]+$/u.test(parentPath),
  );
  return {
    bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    packages: packages.length,
  };
}
