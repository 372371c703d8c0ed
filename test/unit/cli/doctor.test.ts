import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { findHome, type Home, writeInstallation } from '../../../packages/agents/src/home/find-home.ts';
import { readUserConfig, writeUserConfig } from '../../../packages/agents/src/home/user-config.ts';
import { HOSTS } from '../../../packages/agents/src/hook/host/host-table.ts';
import { pluginFiles, repositoryPlugins } from '../../../packages/agents/package/plugins.ts';
import { examine } from '../../../packages/agents/src/doctor/doctor-command.ts';
import { lookAtConfig } from '../../../packages/agents/src/doctor/look-at-home.ts';
import { AGENTS } from '../../../packages/agents/src/setup/agents/index.ts';
import { applyPlan } from '../../../packages/agents/src/setup/apply.ts';
import { thisMachine } from '../../../packages/agents/src/setup/machine.ts';
import { planFiles } from '../../../packages/agents/src/setup/plan.ts';
import { readRecord } from '../../../packages/agents/src/setup/record.ts';
import packageJson from '../../../packages/agents/package.json' with { type: 'json' };
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { sharedHost, TestWorkspace } from '../../host/service.ts';
import { verifies } from '../../support/verifies.ts';

/** A user with Cursor and Codex connected, and a service that takes the key. */
async function makeUser(): Promise<{ home: Home; user: string }> {
  const user = await makeFolder();
  vi.stubEnv('HOME', user);
  vi.stubEnv('XDG_CONFIG_HOME', join(user, '.config'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(user, 'memory') });
  await mkdir(home.programs, { recursive: true });
  const programs = ['bin.js', 'hook.mjs'].map((name) => join(home.programs, name));
  for (const path of programs) await writeFile(path, '');
  const [bin = '', hook = ''] = programs;
  const installation = { version: packageJson.version, bin, hook, node: process.execPath };
  writeInstallation(home, installation);
  const machine = thisMachine(home, installation);
  const connected = ['cursor', 'codex'];
  const record = readRecord(home);
  applyPlan(home, {
    plan: planFiles(home, { machine, record, known: AGENTS, connected }),
    record,
    connected,
  });
  return { home, user };
}

const statusOf = async (home: Home): Promise<Record<string, string>> => {
  const findings = await examine(home);
  for (const { status, remedy } of findings) expect(remedy === undefined).toBe(status === 'ok');
  const worst = ['ok', 'warning', 'failure'] as const;
  const found: Record<string, string> = {};
  for (const { about, status } of findings)
    if (worst.indexOf(status) > worst.indexOf((found[about] ?? 'ok') as 'ok') || !found[about])
      found[about] = status;
  return found;
};

describe('doctor', () => {
  verifies('install.doctor', async () => {
    const { home, user } = await makeUser();
    const { key, host } = await TestWorkspace.create(await sharedHost());
    writeUserConfig(home.config, { url: host.url, key });
    expect(await statusOf(home)).toMatchObject({
      versions: 'ok',
      service: 'ok',
      clock: 'ok',
      disk: 'ok',
      spool: 'ok',
      // They have not fired yet.
      cursor: 'warning',
      codex: 'warning',
    });
    const seen = join(home.state, 'agents/cursor.json');
    await mkdir(dirname(seen), { recursive: true });
    await writeFile(
      seen,
      JSON.stringify({ agent: 'cursor', firedAt: new Date().toISOString(), event: 'stop', tookMs: 70 }),
    );
    expect(await statusOf(home)).toMatchObject({ cursor: 'ok', codex: 'warning' });

    for (const text of ['{ "mcpServers": ', '[]', '\0\uFFFD', '{ "mcpServers": null }']) {
      await writeFile(join(user, '.cursor/mcp.json'), text);
      expect(await examine(home), text).toContainEqual({
        about: 'cursor',
        status: 'failure',
        message: expect.stringContaining(join(user, '.cursor/mcp.json')) as string,
        remedy: 'Mend that file, then workspace-memory setup cursor',
      });
    }
    await rm(join(user, '.codex/config.toml'));
    await mkdir(join(user, '.codex/config.toml'));
    expect(await statusOf(home)).toMatchObject({ cursor: 'failure', codex: 'failure', spool: 'ok' });
    for (const file of ['setup.json', 'flusher.json', 'agents/cursor.json'])
      for (const text of ['{', '[]', 'null', '{}', '\0']) {
        await writeFile(
          join(home.state, `${file}.kept`),
          await readFile(join(home.state, file), 'utf8').catch(() => ''),
        );
        await writeFile(join(home.state, file), text);
        expect(Object.keys(await statusOf(home)), `${file} ${text}`).toContain('spool');
        await rename(join(home.state, `${file}.kept`), join(home.state, file));
      }
    await writeFile(join(user, '.cursor/mcp.json'), '{}');
    expect(await statusOf(home)).toMatchObject({ cursor: 'failure' });
    await rm(join(home.programs, 'hook.mjs'));
    expect(await statusOf(home)).toMatchObject({ programs: 'failure' });
    await chmod(home.config, 0o644);
    expect(await statusOf(home)).toMatchObject({ config: 'failure' });
    writeUserConfig(home.config, { url: host.url, key: `${key}x`, private: true });
    expect(await statusOf(home)).toMatchObject({ key: 'failure', capture: 'warning' });
    writeUserConfig(home.config, { url: 'http://127.0.0.1:1', key });
    expect(await statusOf(home)).toMatchObject({ service: 'failure' });
    // The environment wins, as for every command.
    vi.stubEnv('WORKSPACE_MEMORY_URL', host.url);
    vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', key);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await statusOf(home)).toMatchObject({ service: 'ok' });
    vi.unstubAllEnvs();
    writeInstallation(home, { version: '0.0.1', bin: 'x', hook: 'y', node: 'z' });
    expect(await statusOf(home)).toMatchObject({ versions: 'warning' });
    await writeFile(home.config, '{ broken');
    expect(await statusOf(home)).toEqual({ config: 'failure' });
    for (const wrong of [
      '{"url":5}',
      '{"exclude":"x"}',
      '{"projects":{"/a":[]}}',
      '{"settings":[]}',
      '{"settings":{"PORT":null}}',
      'null',
    ]) {
      await writeFile(home.config, wrong);
      expect(await statusOf(home), wrong).toEqual({ config: 'failure' });
    }
    await writeFile(home.config, '{"settings":{"SESSION_IDLE_MINUTES":1,"METRICS":true,"EMBEDDER":"none"}}');
    expect(readUserConfig(home.config).settings).toEqual({
      SESSION_IDLE_MINUTES: '1',
      METRICS: 'true',
      EMBEDDER: 'none',
    });
    const findings = lookAtConfig(home, { projects: { 'github.com/acme/bolg': {}, [user]: {} } });
    expect(findings.map(({ message }) => message).join('\n')).toMatch(
      /"github\.com\/acme\/bolg" .*meant no project/u,
    );
    expect(findings.map(({ message }) => message).join('\n')).not.toContain(`"${user}"`);
  });

  verifies('install.plugins', async () => {
    for (const [path, text] of Object.entries(repositoryPlugins()))
      await expect(text, path).toMatchFileSnapshot(`../../../${path}`);
    const files = pluginFiles({ 'hook.cjs': '// the hook program', 'program.cjs': '// a part of it' });
    const parsed = (path: string) => JSON.parse(files[path] ?? '') as Record<string, object>;
    for (const [path, text] of Object.entries(files))
      if (path.endsWith('.json')) expect(() => JSON.parse(text) as unknown, path).not.toThrow();
    expect(Object.keys(parsed('claude/hooks/hooks.json')['hooks'] ?? {})).toEqual(
      HOSTS.claude.events.map(({ event }) => event),
    );
    expect(Object.keys(parsed('codex/hooks/hooks.json')['hooks'] ?? {})).toEqual(
      HOSTS.codex.events.map(({ event }) => event),
    );
    expect(Object.keys(parsed('cursor/hooks/hooks.json')['hooks'] ?? {})).toEqual(
      HOSTS.cursor.events.map(({ event }) => event),
    );
    expect(Object.keys(parsed('gemini/hooks/hooks.json')['hooks'] ?? {})).toEqual(
      HOSTS.gemini.events.map(({ event }) => event),
    );
    for (const host of ['claude', 'codex', 'cursor', 'gemini']) {
      expect(files[`${host}/hook.cjs`]).toBe('// the hook program');
      expect(files[`${host}/skills/workspace-memory/SKILL.md`]).toMatch(
        /^---\nname: workspace-memory\ndescription: .+\n---/u,
      );
    }
    expect(parsed('.claude-plugin/marketplace.json')).toMatchObject({
      name: 'workspace-memory',
      owner: { name: expect.any(String) as string },
      plugins: [{ name: 'workspace-memory', source: './claude' }],
    });
    expect(parsed('gemini/gemini-extension.json')).toMatchObject({
      version: packageJson.version,
      contextFileName: 'GEMINI.md',
    });
  });
});
