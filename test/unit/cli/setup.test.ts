import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findHome, type Home } from '../../../packages/agents/src/home/find-home.ts';
import { AGENTS } from '../../../packages/agents/src/setup/agents/index.ts';
import { applyPlan } from '../../../packages/agents/src/setup/apply.ts';
import type { Machine } from '../../../packages/agents/src/setup/machine.ts';
import { isChange, planFiles } from '../../../packages/agents/src/setup/plan.ts';
import { readRecord } from '../../../packages/agents/src/setup/record.ts';
import { showChange, setupCommand } from '../../../packages/agents/src/setup/setup-command.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface User {
  home: Home;
  machine: Machine;
  /** Paths below the user's folder, with what stands in them. */
  files(): Promise<Record<string, string>>;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /** @returns paths that changed, and what was refused */
  connect(agents: readonly string[]): { changed: string[]; refused: string[] };
}

const ALL = AGENTS.map(({ id }) => id);

async function makeUser(platform: NodeJS.Platform = 'linux'): Promise<User> {
  const user = await makeFolder();
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(user, 'memory home') });
  const machine: Machine = {
    platform,
    environment: {},
    user,
    config: join(user, platform === 'win32' ? 'AppData' : '.config'),
    project: join(user, 'project'),
    bridge: { command: '/opt/node', args: [join(home.programs, 'workspace-memory.mjs'), 'mcp'] },
    hook: { command: '/opt/node', args: [join(home.programs, 'workspace-memory-hook.cjs')] },
  };
  return {
    home,
    machine,
    async files() {
      const entries = await readdir(user, { recursive: true, withFileTypes: true });
      const paths = entries
        .map((entry) => ({ entry, path: relative(user, join(entry.parentPath, entry.name)) }))
        .filter(({ path }) => !path.startsWith('memory home'));
      const texts = paths.map(async ({ entry, path }) => [
        path,
        entry.isDirectory() ? 'folder' : await readFile(join(user, path), 'latin1'),
      ]);
      return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
    },
    async write(path, text) {
      await mkdir(dirname(join(user, path)), { recursive: true });
      await writeFile(join(user, path), text);
    },
    read: (path) => readFile(join(user, path), 'utf8'),
    connect(agents) {
      const record = readRecord(home);
      const plan = planFiles(home, { machine, record, known: AGENTS, connected: agents });
      applyPlan(home, { plan, record, connected: agents });
      return {
        changed: plan.files.filter(isChange).map(({ path }) => relative(user, path)),
        refused: plan.refused,
      };
    },
  };
}

/** As people have them: comments, tabs, a byte-order mark, CRLF, hooks and servers of their own, no line end. */
const OWN_FILES: Record<string, string> = {
  '.claude/settings.json': `{\n\t// mine\n\t"model": "opus",\n\t"hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "bell" } ] } ] }, // rings\n}\n`,
  '.claude.json':
    '{"numStartups":7,"mcpServers":{"other":{"command":"x"}},"projects":{"/a":{"history":["é"]}}}',
  '.codex/config.toml':
    '# codex\nmodel = "gpt-5" # fav\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "[not a header]", # one\n]\n',
  '.cursor/mcp.json': '{\n    "mcpServers": {}\n}',
  '.cursor/hooks.json': '{ "version": 1, "hooks": {} }',
  '.gemini/settings.json': '\uFEFF{\r\n    "security": {"auth": 1}\r\n}\r\n',
  '.config/opencode/opencode.jsonc': '{\n  // theme\n  "theme": "dark",\n}\n',
  '.config/goose/config.yaml':
    '# goose\nGOOSE_MODEL: x\nextensions:\n    developer: {enabled: true} # keep\n',
  '.config/zed/settings.json': '// Zed\n{\n  "vim_mode": true,\n}\n',
  '.codeium/windsurf/memories/global_rules.md': '# Mine\n\nBe brief.',
  '.factory/hooks.json': '{"Stop":[{"hooks":[{"type":"command","command":"bell"}]}]}\n',
  '.config/devin/config.json': '',
};

describe('setup', () => {
  verifies('install.setup', async () => {
    const user = await makeUser();
    user.connect(ALL);
    const files = await user.files();
    const text = Object.values(files).join('\n');
    expect(text).not.toMatch(/wm_(?:live|test)_/u);
    for (const agent of AGENTS) {
      const paths = agent.edits(user.machine).map(({ path }) => relative(user.machine.user, path));
      const written = paths.map((path) => files[path] ?? '').join('\n');
      expect(written, agent.id).toContain('workspace-memory.mjs');
      expect(written, agent.id).toMatch(/\b(?:core|hooked)\b/u);
      expect(written, agent.id).toMatch(
        agent.id === 'zed' ? /context_servers/u : /workspace-memory-hook\.cjs/u,
      );
    }
    expect(await user.read('.claude.json')).toMatch(
      /^\{\n {2}"mcpServers": \{\n {4}"workspace-memory": \{\n/u,
    );
    const settings = JSON.parse(await user.read('.claude/settings.json')) as {
      hooks: Record<string, { matcher?: string; hooks: { command: string; args: string[] }[] }[]>;
    };
    expect(settings.hooks['SessionStart']?.[0]?.hooks[0]).toMatchObject({
      type: 'command',
      command: '/opt/node',
      args: [user.machine.hook.args[0], 'claude', 'SessionStart'],
    });
    // A shell gets the folder with a space as one word.
    expect(await user.read('.cursor/hooks.json')).toContain(
      `'${user.machine.hook.args[0]}' cursor sessionStart`,
    );
    expect((await stat(join(user.machine.user, 'Documents/Cline/Hooks/TaskStart'))).mode & 0o111).toBe(0o111);
  });

  verifies('install.setup.twice', async () => {
    const user = await makeUser();
    for (const [path, text] of Object.entries(OWN_FILES)) await user.write(path, text);
    expect(user.connect(ALL).changed.length).toBeGreaterThan(20);
    const once = await user.files();
    expect(user.connect(ALL)).toEqual({ changed: [], refused: [] });
    expect(await user.files()).toEqual(once);
  });

  test('what is wrong with one file keeps no other from being written, and is named', async () => {
    const user = await makeUser();
    await user.write('.codex/hooks.json', '{"hooks":"off"}');
    await user.write('.config/opencode/opencode.json', '{"mcp":null}');
    await user.write('.config/zed/settings.json/file', 'a folder stands in its place');
    const { changed, refused } = user.connect(ALL);
    expect(changed.length).toBeGreaterThan(20);
    expect(refused.join('\n')).toMatch(/hooks\.json: "hooks" should be an object/u);
    expect(refused.join('\n')).toMatch(/settings\.json: it is a folder/u);
    for (const path of ['.codex/hooks.json', '.config/opencode/opencode.json', '.config/zed/settings.json']) {
      expect(refused.join('\n')).toContain(path);
      expect(changed).not.toContain(path);
    }
  });

  verifies('install.setup.undo', async () => {
    const user = await makeUser();
    for (const [path, text] of Object.entries(OWN_FILES)) await user.write(path, text);
    const before = await user.files();
    user.connect(ALL);
    user.connect(ALL);
    user.connect([]);
    expect(await user.files()).toEqual(before);
    expect(await readdir(user.home.state)).toEqual([]);
  });

  verifies(
    'install.setup.undo',
    async () => {
      const user = await makeUser();
      await user.write('.cursor/mcp.json', OWN_FILES['.cursor/mcp.json'] ?? '');
      const before = await user.files();
      user.connect(['cursor', 'codex']);
      user.connect(['codex']);
      // The skill is the other's as well.
      expect(await user.read('.agents/skills/workspace-memory/SKILL.md')).toContain('memory_search');
      expect(await user.read('.cursor/mcp.json')).toBe(before['.cursor/mcp.json']);
      user.connect([]);
      expect(await user.files()).toEqual(before);
    },
    { title: 'for one agent of several' },
  );

  verifies(
    'install.setup.undo',
    async () => {
      const user = await makeUser();
      for (const [path, text] of Object.entries(OWN_FILES)) await user.write(path, text);
      user.connect(ALL);
      await user.write(
        '.codex/config.toml',
        `${await user.read('.codex/config.toml')}\n[profiles.fast]\nmodel = "small"\n`,
      );
      await user.write(
        '.claude/settings.json',
        (await user.read('.claude/settings.json')).replace('"model": "opus"', '"model": "sonnet"'),
      );
      user.connect([]);
      const toml = await user.read('.codex/config.toml');
      expect(toml).toContain('[profiles.fast]\nmodel = "small"');
      expect(toml).toContain('# codex\nmodel = "gpt-5" # fav');
      expect(toml).not.toContain('workspace-memory');
      const settings = await user.read('.claude/settings.json');
      expect(settings).toContain('"model": "sonnet"');
      expect(settings).toContain('// mine');
      expect(settings).toContain('"bell"');
      expect(settings).not.toContain('workspace-memory');
    },
    { title: 'what the user changed since stays' },
  );

  verifies(
    'install.setup.undo',
    async () => {
      const user = await makeUser();
      const toml = '.codex/config.toml';
      const skill = '.agents/skills/workspace-memory/SKILL.md';
      await user.write(toml, OWN_FILES[toml] ?? '');
      user.connect(['codex']);
      const [written, rules] = [await user.read(toml), await user.read(skill)];
      await user.write(toml, `${written}# Mine, right behind it\n`);
      await user.write(skill, rules.replace('Secrets, transcripts', 'Ask me first.\n\nSecrets, transcripts'));
      // Setup again takes nothing of it away.
      expect(user.connect(['codex']).changed).toEqual([]);
      expect(await user.read(skill)).toContain('Ask me first.');
      user.connect([]);
      expect(await user.read(toml)).toBe(`${OWN_FILES[toml]}# Mine, right behind it\n`);
      expect((await user.read(skill)).trim()).toBe('Ask me first.');
      // The same where the record of what was written is lost.
      await user.write(toml, `${written}# Mine, right behind it\n\n# And this\n`);
      user.connect(['codex']);
      user.connect([]);
      expect(await user.read(toml)).toContain('# Mine, right behind it\n\n# And this\n');
      expect(await user.read(toml)).not.toContain('workspace-memory');
    },
    { title: 'comments behind our part, and words in a file of ours' },
  );

  verifies(
    'install.setup.undo',
    async () => {
      const user = await makeUser();
      const inUser = (path: string) => join(user.machine.user, path);
      await mkdir(inUser('.cursor'));
      await symlink('../dotfiles/new/mcp.json', inUser('.cursor/mcp.json'));
      await symlink('hooks.json', inUser('.cursor/hooks.json'));
      const { refused } = user.connect(['cursor']);
      expect(refused).toEqual([]);
      expect(await user.read('dotfiles/new/mcp.json')).toContain('workspace-memory');
      user.connect([]);
      expect(await readlink(inUser('.cursor/mcp.json'))).toBe('../dotfiles/new/mcp.json');
      expect(await readlink(inUser('.cursor/hooks.json'))).toBe('hooks.json');
      expect(await readdir(inUser('.'))).not.toContain('dotfiles');
    },
    { title: 'links that lead to nothing, and in a circle, stay' },
  );

  verifies('install.setup.bytes', async () => {
    const user = await makeUser();
    const own = {
      '.claude/settings.json':
        '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "bell" }] }],\n    "Other": [ 1,2 ]\n  },\n  "permissions": {"allow":["Bash(ls)"]}\n}\n',
      '.cursor/hooks.json': '{ "version": 1, "hooks": { "stop": [ { "command": "bell" } ] } }\n',
    };
    for (const [path, text] of Object.entries(own)) await user.write(path, text);
    user.connect(['claude', 'cursor']);
    const claude = await user.read('.claude/settings.json');
    for (const part of [
      '"Stop": [{ "hooks": [{ "type": "command", "command": "bell" }] }',
      '"Other": [ 1,2 ]',
    ])
      expect(claude).toContain(part);
    expect(claude).toContain('"permissions": {"allow":["Bash(ls)"]}');
    expect(claude).toContain('\n        "hooks": [\n');
    expect(await user.read('.cursor/hooks.json')).toContain('"stop": [ { "command": "bell" }');
    // The user changes something: all the same nothing else is laid out anew.
    await user.write('.claude/settings.json', claude.replace('"Bash(ls)"', '"Bash(cat)"'));
    user.connect([]);
    expect(await user.read('.claude/settings.json')).toBe(
      own['.claude/settings.json'].replace('"Bash(ls)"', '"Bash(cat)"'),
    );
  });

  test.each([
    'mcp_servers = { other = { command = "x}", args = ["{"] } } # mine\nmodel = "m"\n',
    'mcp_servers = {}\n',
    'model = "m"\nmcp_servers.other = { command = "x" }\n',
  ])('an inline table takes our part: %s', async (text) => {
    const user = await makeUser();
    await user.write('.codex/config.toml', text);
    expect(user.connect(['codex']).refused).toEqual([]);
    const joined = await user.read('.codex/config.toml');
    expect(joined).toContain('workspace-memory.mjs');
    const isAtTop = !joined.includes('[mcp_servers');
    if (isAtTop) await user.write('.codex/config.toml', `${joined}extra = 1\n`);
    await rm(user.home.state, { recursive: true });
    user.connect(['codex']);
    user.connect([]);
    const left = await user.read('.codex/config.toml');
    expect(left).not.toContain('workspace-memory');
    if (isAtTop) expect(left).toBe(`${text}extra = 1\n`);
  });

  test('YAML around our part keeps its bytes, comments behind a name among it', async () => {
    const user = await makeUser();
    const config = '.config/goose/config.yaml';
    for (const text of [
      '# top\r\nextensions:\r\n  developer: # keep\r\n    enabled: true   # yes\r\n\r\n# end\r\nGOOSE_MODEL: x\r\n',
      'extensions:\n    developer: # keep\n        args: [a,   b]\n        note: |\n            two\n            lines\n',
      'GOOSE_MODEL:   x # no line end',
    ]) {
      await user.write(config, text);
      expect(user.connect(['goose']).refused).toEqual([]);
      const lines = (await user.read(config)).split('\n');
      // Each line is there as it was, in its order.
      let at = -1;
      for (const line of text.trimEnd().split('\n')) {
        at = lines.findIndex((each, index) => index > at && each.trimEnd() === line.trimEnd());
        expect(at, line).toBeGreaterThanOrEqual(0);
      }
      expect(lines.join('\n')).toContain('workspace-memory:');
      // Taken out of what the user changed since.
      await user.write(config, `${lines.join('\n')}# mine\n`);
      user.connect([]);
      expect(await user.read(config)).toBe(`${text}${text.endsWith('\n') ? '' : '\n'}# mine\n`);
    }
    await user.write(config, 'a: 1\n---\nb: 2\n');
    expect(user.connect(['goose']).refused).toEqual([
      expect.stringMatching(/several YAML documents/u) as string,
    ]);
  });

  test('a change is shown as people read it', () => {
    const bytes = (text: string) => Buffer.from(text);
    const windows = showChange({
      path: '/a.json',
      before: bytes('\uFEFF{\r\n  "a": 1\r\n}\r\n'),
      after: bytes('\uFEFF{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'),
    });
    expect(windows).not.toMatch(/[\r\uFEFF]/u);
    expect(windows).toContain('\n+  "b": 2\n');
    const oneLine = { projects: Array.from({ length: 60 }, (_, number) => `/srv/${number}`) };
    const shown = showChange({
      path: '/b.json',
      before: bytes(JSON.stringify(oneLine)),
      after: bytes(JSON.stringify({ ...oneLine, mcpServers: { ours: {} } })),
    });
    expect(shown).toContain('in the file it is one line');
    expect(Math.max(...shown.split('\n').map(({ length }) => length))).toBeLessThan(80);
  });

  verifies('install.setup.keeps', async () => {
    const user = await makeUser();
    for (const [path, text] of Object.entries(OWN_FILES)) await user.write(path, text);
    await user.write('.kiro/settings/mcp.json', '{ broken');
    await user.write('.config/amp/settings.json', '[]');
    const { refused } = user.connect(ALL);
    expect(refused).toHaveLength(2);
    expect(refused.join('\n')).toMatch(/mcp\.json is no valid JSON: line 1, a word/u);
    expect(await user.read('.kiro/settings/mcp.json')).toBe('{ broken');
    expect(await user.read('.config/amp/settings.json')).toBe('[]');
    const gemini = await user.read('.gemini/settings.json');
    expect(gemini.startsWith('\uFEFF{\r\n    "security"')).toBe(true);
    expect(gemini.replaceAll('\r\n', '')).not.toContain('\n');
    expect(await user.read('.codex/config.toml')).toContain(OWN_FILES['.codex/config.toml']);
    expect(await user.read('.config/goose/config.yaml')).toContain('# goose\nGOOSE_MODEL: x');
    expect(await user.read('.config/zed/settings.json')).toContain('// Zed\n{\n  "vim_mode": true,');
    const claude = await user.read('.claude.json');
    expect(JSON.parse(claude)).toMatchObject({
      numStartups: 7,
      mcpServers: { other: { command: 'x' } },
      projects: { '/a': { history: ['é'] } },
    });
  });

  test('of droid, hooks go to where its user has some: a file of hooks would silence those in the settings', async () => {
    const user = await makeUser();
    const own =
      '{\n  "hooks": {\n    "PreToolUse": [{ "hooks": [{ "type": "command", "command": "./guard.sh" }] }]\n  }\n}\n';
    await user.write('.factory/settings.json', own);
    for (const changed of [['.factory/settings.json', '.factory/mcp.json'], []])
      expect(user.connect(['droid'])).toEqual({ changed, refused: [] });
    const settings = await user.read('.factory/settings.json');
    expect(settings).toContain('./guard.sh');
    expect(settings).toContain('droid SessionStart');
    user.connect([]);
    expect(await user.read('.factory/settings.json')).toBe(own);
    // A file of ours from before the user had hooks gives way; one of the user's keeps them.
    await user.write('.factory/settings.json', '{}');
    user.connect(['droid']);
    expect(await user.read('.factory/hooks.json')).toContain('droid SessionStart');
    await user.write('.factory/settings.json', own);
    user.connect(['droid']);
    expect(Object.keys(await user.files())).not.toContain('.factory/hooks.json');
    await user.write('.factory/hooks.json', '{}');
    user.connect(['droid']);
    expect(await user.read('.factory/hooks.json')).toContain('droid SessionStart');
    expect(await user.read('.factory/settings.json')).toBe(own);
  });

  test('an empty block of the user stays, and the comment in it', async () => {
    const user = await makeUser();
    const path = '.config/zed/settings.json';
    const own = '// z\n{\n  "theme": "One",\n  "context_servers": {\n    // nothing\n  },\n}\n';
    for (const isRecordLost of [false, true]) {
      await user.write(path, own);
      user.connect(['zed']);
      await user.write(path, (await user.read(path)).replace('One', 'Two'));
      if (isRecordLost) {
        await rm(user.home.state, { recursive: true });
        user.connect(['zed']);
      }
      user.connect([]);
      const left = await user.read(path);
      expect(left).toContain('"theme": "Two"');
      expect(left).toMatch(/"context_servers": \{\s*\/\/ nothing\s*\}/u);
      expect(left).not.toContain('workspace-memory');
    }
  });

  test('files that may not be written, and names that stand twice, are left alone and named', async () => {
    const user = await makeUser();
    await user.write('.gemini/settings.json', '{}\n');
    await chmod(join(user.machine.user, '.gemini/settings.json'), 0o444);
    await user.write('.cursor/mcp.json', '{"mcpServers":{"x":{}},"mcpServers":{"y":{}}}');
    const { refused } = user.connect(['gemini', 'cursor']);
    expect(refused).toHaveLength(2);
    expect(refused.join('\n')).toMatch(/settings\.json may not be written/u);
    expect(refused.join('\n')).toMatch(/mcp\.json holds "mcpServers" 2 times/u);
    expect(await user.read('.gemini/settings.json')).toBe('{}\n');
    expect(await user.read('.cursor/mcp.json')).toBe('{"mcpServers":{"x":{}},"mcpServers":{"y":{}}}');
    expect(await user.read('.cursor/hooks.json')).toContain('cursor sessionStart');
  });

  test('what is shown or declined writes nothing, and undo says what stays', async () => {
    const user = await makeUser();
    vi.stubEnv('HOME', user.machine.user);
    vi.stubEnv('XDG_CONFIG_HOME', user.machine.config);
    vi.stubEnv('PATH', '');
    vi.stubEnv('WORKSPACE_MEMORY_HOME', user.home.folder);
    const print = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    onTestFinished(() => void vi.unstubAllEnvs());
    const setup = async (...words: string[]) => {
      print.mockClear();
      await setupCommand().parseAsync(words, { from: 'user' });
      return print.mock.calls.flat().join('\n');
    };
    const shown = await setup('--dry-run', 'claude');
    expect(shown.split('\n').length).toBeLessThanOrEqual(10);
    expect(shown).toMatch(/new {5}.*settings\.json {2}\(\d+ lines in, 0 out\)\nnew {5}/u);
    expect(await setup('--dry-run', '--diff', 'claude')).toContain('+++');
    expect(await setup()).toContain('No agent was found');
    expect(await setup('claude')).toContain('Nothing was written');
    expect(await readdir(user.machine.user)).toEqual([]);
    expect(await setup('--yes', 'claude')).toContain('3 files written');
    expect(await readdir(user.home.programs)).toContain('workspace-memory-hook.cjs');
    const undone = await setup('--undo', '--yes');
    expect(undone).toContain(`stay in ${user.home.folder}. workspace-memory setup --undo --programs`);
    expect(Object.keys(await user.files())).toEqual([]);
  });

  verifies(
    'install.setup.undo',
    async () => {
      const { machine } = await makeUser();
      vi.stubEnv('HOME', machine.user);
      vi.stubEnv('XDG_CONFIG_HOME', machine.config);
      vi.stubEnv('XDG_DATA_HOME', '');
      vi.stubEnv('WORKSPACE_MEMORY_HOME', '');
      const print = vi.spyOn(console, 'log').mockReturnValue();
      onTestFinished(() => void vi.restoreAllMocks());
      onTestFinished(() => void vi.unstubAllEnvs());
      const setup = (...words: string[]) => setupCommand().parseAsync(words, { from: 'user' });
      const home = findHome({ HOME: machine.user }, process.platform);
      await setup('claude', '--yes');
      await mkdir(home.data);
      await writeFile(join(home.data, 'memories'), 'of months');
      await writeFile(home.config, '{}');
      await expect(setup('claude', '--undo', '--data', '--yes')).rejects.toThrow('of all agents');
      await setup('--undo', '--data');
      expect(print.mock.calls.flat().join('\n')).toContain('Nothing was written');
      await setup('--undo', '--programs', '--yes');
      expect((await readdir(home.folder)).toSorted()).toEqual(['config.json', 'data', 'made-folder']);
      await setup('claude', '--yes');
      await setup('--undo', '--data', '--yes');
      expect(await readdir(machine.user)).toEqual([]);
    },
    { title: 'the programs where that is wanted, and the memories: no byte is left' },
  );

  test('a lost record is made again, and undone all the same', async () => {
    const user = await makeUser();
    await user.write('.cursor/mcp.json', '{"mcpServers":{"a":{}}}');
    user.connect(['cursor']);
    await rm(user.home.state, { recursive: true });
    expect(user.connect(['cursor'])).toEqual({ changed: [], refused: [] });
    expect(readRecord(user.home).agents).toEqual(['cursor']);
    user.connect([]);
    expect(JSON.parse(await user.read('.cursor/mcp.json'))).toEqual({ mcpServers: { a: {} } });
    expect(Object.keys(await user.files())).not.toContain('.cursor/hooks.json');
  });

  test('a link into a folder of dotfiles stays a link, and an absent folder is no agent', async () => {
    const user = await makeUser();
    await user.write('dotfiles/mcp.json', '{}');
    await mkdir(join(user.machine.user, '.cursor'));
    await symlink('../dotfiles/mcp.json', join(user.machine.user, '.cursor/mcp.json'));
    user.connect(['cursor']);
    expect(await user.read('dotfiles/mcp.json')).toContain('workspace-memory');
    user.connect([]);
    expect(await user.read('dotfiles/mcp.json')).toBe('{}');
    expect(AGENTS.filter((agent) => agent.find(user.machine)).map(({ id }) => id)).toEqual(['cursor']);
  });

  test('windows gets its own quotes, and no shell where the agent needs none', async () => {
    const user = await makeUser('win32');
    user.connect(['copilot', 'cursor', 'goose', 'amp']);
    expect(await user.read('.cursor/hooks.json')).toContain(
      String.raw`\"${user.machine.hook.args[0]}\" cursor`,
    );
    expect(existsSync(join(user.machine.config, 'Block/goose/config/config.yaml'))).toBe(true);
    expect(existsSync(join(user.machine.user, '.config/amp/plugins/workspace-memory.ts'))).toBe(true);
  });
});
