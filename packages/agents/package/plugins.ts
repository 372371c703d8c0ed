import { HOSTS, type HostId } from '../src/hook/host/host-table.ts';
import { RULES, SERVER, skillText } from '../src/setup/agents/parts.ts';
import manifest from '../package.json' with { type: 'json' };

const DESCRIPTION =
  'Long-term memory for coding agents: recalls decisions, conventions and incidents, and learns from finished sessions.';

const AUTHOR = { name: 'Workspace Memory' };

const BASICS = {
  name: SERVER,
  version: manifest.version,
  description: DESCRIPTION,
  author: AUTHOR,
  license: manifest.license,
  keywords: manifest.keywords,
};

/** Where a host says that a plugin lies. */
const ROOTS = {
  claude: '${CLAUDE_PLUGIN_ROOT}',
  codex: '${PLUGIN_ROOT}',
  cursor: '${CURSOR_PLUGIN_ROOT}',
} as const;

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A plugin is copied anywhere, and brings the hook program; the bridge is the installed command. */
const server = { command: 'npx', args: ['-y', SERVER, 'mcp'], env: { WORKSPACE_MEMORY_PROFILE: 'hooked' } };

const groups = (host: HostId, handler: (event: { event: string; timeoutS: number }) => object) =>
  Object.fromEntries(
    HOSTS[host].events.map(({ event, matcher, timeoutS }) => [
      event,
      [{ ...(matcher === undefined ? {} : { matcher }), hooks: [handler({ event, timeoutS })] }],
    ]),
  );

/**
 * The plugin forms, by path below `dist/plugins`: for the agents that have a marketplace, made from the same table of events
 * and the same words as `setup`.
 * @param hook the files of the hook program, `hook.cjs` and what that loads
 * @param folder of the plugins, from where the lists of them lie
 */
export function pluginFiles(hook: Readonly<Record<string, string>>, folder = '.'): Record<string, string> {
  const skill = { [`skills/${SERVER}/SKILL.md`]: skillText };
  return {
    '.claude-plugin/marketplace.json': json({
      name: SERVER,
      description: DESCRIPTION,
      owner: AUTHOR,
      plugins: [
        { name: SERVER, source: `${folder}/claude`, description: DESCRIPTION, version: manifest.version },
      ],
    }),
    ...below('claude', {
      '.claude-plugin/plugin.json': json(BASICS),
      'hooks/hooks.json': json({
        description: DESCRIPTION,
        hooks: groups('claude', ({ event, timeoutS }) => ({
          type: 'command',
          command: 'node',
          args: [`${ROOTS.claude}/hook.cjs`, 'claude', event],
          timeout: timeoutS,
        })),
      }),
      '.mcp.json': json({ mcpServers: { [SERVER]: server } }),
      ...hook,
      ...skill,
    }),
    '.agents/plugins/marketplace.json': json({
      name: SERVER,
      plugins: [{ name: SERVER, source: { source: 'local', path: `${folder}/codex` } }],
    }),
    ...below('codex', {
      '.codex-plugin/plugin.json': json({
        ...BASICS,
        skills: './skills/',
        mcpServers: './.mcp.json',
        hooks: './hooks/hooks.json',
        interface: { displayName: 'Workspace Memory', shortDescription: DESCRIPTION },
      }),
      'hooks/hooks.json': json({
        hooks: groups('codex', ({ event, timeoutS }) => ({
          type: 'command',
          command: `node "${ROOTS.codex}/hook.cjs" codex ${event}`,
          timeout: timeoutS,
        })),
      }),
      '.mcp.json': json({ mcpServers: { [SERVER]: server } }),
      ...hook,
      ...skill,
    }),
    ...below('cursor', {
      '.cursor-plugin/plugin.json': json(BASICS),
      'hooks/hooks.json': json({
        version: 1,
        hooks: Object.fromEntries(
          HOSTS.cursor.events.map(({ event, timeoutS }) => [
            event,
            [{ command: `node "${ROOTS.cursor}/hook.cjs" cursor ${event}`, timeout: timeoutS }],
          ]),
        ),
      }),
      '.mcp.json': json({ mcpServers: { [SERVER]: server } }),
      ...hook,
      ...skill,
    }),
    ...below('gemini', {
      'gemini-extension.json': json({
        name: SERVER,
        version: manifest.version,
        description: DESCRIPTION,
        mcpServers: { [SERVER]: server },
        contextFileName: 'GEMINI.md',
      }),
      'hooks/hooks.json': json({
        hooks: groups('gemini', ({ event, timeoutS }) => ({
          type: 'command',
          name: SERVER,
          command: `node "\${extensionPath}/hook.cjs" gemini ${event}`,
          timeout: timeoutS * 1_000,
        })),
      }),
      'GEMINI.md': RULES,
      ...hook,
      ...skill,
    }),
  };
}

/** In the place of the hook program: a repository holds nothing that is built. */
const HOOK = `// Starts the hook program that workspace-memory keeps in the user's folder; before it ran once there is nothing to start.
const { existsSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const { env, platform } = process;
const user = env.HOME || homedir();
const folders = {
  win32: () => env.LOCALAPPDATA || join(user, 'AppData', 'Local'),
  darwin: () => join(user, 'Library', 'Application Support'),
};
const data = folders[platform]?.() ?? (env.XDG_DATA_HOME || join(user, '.local', 'share'));
const home = env.WORKSPACE_MEMORY_HOME || join(data, 'workspace-memory');
const hook = join(home, 'programs', 'workspace-memory-hook.cjs');
if (existsSync(hook)) require(hook);
`;

/** The forms that Claude Code and Codex install from this repository, by path. `vitest -u` writes them. */
export const repositoryPlugins = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pluginFiles({ 'hook.cjs': HOOK }, './plugins'))
      .filter(([path]) => /^(?:\.|c(?:laude|odex)\/)/u.test(path))
      .map(([path, text]) => [path.startsWith('.') ? path : `plugins/${path}`, text]),
  );

const below = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
