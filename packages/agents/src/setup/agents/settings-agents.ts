import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { jsonEdit, type JsonChange } from '../edits/json-edit.ts';
import { tomlEdit } from '../edits/toml-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import {
  type Agent,
  groupOf,
  hookLine,
  hookLists,
  isOurs,
  SERVER,
  commandHook,
  mcpServer,
  skill,
  stdioServer,
  eventsOf,
} from './parts.ts';

const claudeFolder = ({ user, environment }: Machine) =>
  environment['CLAUDE_CONFIG_DIR'] || join(user, '.claude');

export const claude: Agent = {
  id: 'claude',
  name: 'Claude Code',
  find: (machine) => findEvidence(machine, { paths: [claudeFolder(machine)], programs: ['claude'] }),
  edits: (machine) => [
    // Without a shell: nothing to quote, and no window that flashes.
    jsonEdit(
      join(claudeFolder(machine), 'settings.json'),
      hookLists('claude', ['hooks'], (event) =>
        groupOf(event, {
          type: 'command',
          command: machine.hook.command,
          args: [...machine.hook.args, 'claude', event.event],
          timeout: event.timeoutS,
        }),
      ),
    ),
    jsonEdit(
      machine.environment['CLAUDE_CONFIG_DIR']
        ? join(claudeFolder(machine), '.claude.json')
        : join(machine.user, '.claude.json'),
      [mcpServer(machine, { type: 'stdio', ...stdioServer(machine) })],
    ),
    skill(join(claudeFolder(machine), 'skills')),
  ],
};

const codexFolder = ({ user, environment }: Machine) => environment['CODEX_HOME'] || join(user, '.codex');

export const codex: Agent = {
  id: 'codex',
  name: 'Codex',
  find: (machine) => findEvidence(machine, { paths: [codexFolder(machine)], programs: ['codex'] }),
  edits: (machine) => [
    jsonEdit(
      join(codexFolder(machine), 'hooks.json'),
      hookLists('codex', ['hooks'], (event) =>
        groupOf(event, {
          type: 'command',
          command: hookLine(machine, 'codex', event.event, machine.platform === 'win32' ? 'win32' : 'linux'),
          ...(machine.platform === 'win32' && { commandWindows: hookLine(machine, 'codex', event.event) }),
          timeout: event.timeoutS,
        }),
      ),
    ),
    tomlEdit(join(codexFolder(machine), 'config.toml'), ['mcp_servers', SERVER], stdioServer(machine)),
    skill(join(machine.user, '.agents', 'skills')),
  ],
  remaining: () =>
    'Codex passes over hooks until you trust them: start it, type /hooks and accept those of workspace-memory.',
};

export const cursor: Agent = {
  id: 'cursor',
  name: 'Cursor',
  find: (machine) =>
    findEvidence(machine, {
      paths: [join(machine.user, '.cursor'), join(machine.project, '.cursor')],
      programs: ['cursor', 'cursor-agent'],
    }),
  edits: (machine) => [
    jsonEdit(join(machine.user, '.cursor', 'hooks.json'), [
      { at: ['version'], fallback: 1 },
      ...hookLists('cursor', ['hooks'], ({ event, matcher, timeoutS }) => ({
        command: hookLine(machine, 'cursor', event),
        timeout: timeoutS,
        ...(matcher === undefined ? {} : { matcher }),
      })),
    ]),
    jsonEdit(join(machine.user, '.cursor', 'mcp.json'), [mcpServer(machine)]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};

const factoryFolder = ({ user }: Machine) => join(user, '.factory');

export const droid: Agent = {
  id: 'droid',
  name: 'Factory droid',
  find: (machine) => findEvidence(machine, { paths: [factoryFolder(machine)], programs: ['droid'] }),
  edits: (machine) => {
    const inSettings = isInSettings(machine);
    return [
      jsonEdit(
        join(factoryFolder(machine), inSettings ? 'settings.json' : 'hooks.json'),
        hookLists('droid', inSettings ? ['hooks'] : [], commandHook(machine, 'droid')),
      ),
      jsonEdit(join(factoryFolder(machine), 'mcp.json'), [
        mcpServer(machine, { type: 'stdio', ...stdioServer(machine) }),
      ]),
    ];
  },
};

/** Whether the user's hooks stand in the settings: with a file of hooks, even an empty one, droid reads those no longer. */
function isInSettings(machine: Machine): boolean {
  const read = (name: string): unknown => {
    const path = join(factoryFolder(machine), name);
    return existsSync(path) ? parse(readFileSync(path, 'utf8')) : undefined;
  };
  const hooks = read('hooks.json');
  const groups = Object.values(hooks ?? {}).flat();
  if (hooks !== undefined && (groups.length === 0 || !groups.every(isOurs))) return false;
  return (read('settings.json') as { hooks?: unknown } | undefined)?.hooks !== undefined;
}

const copilotFolder = ({ user, environment }: Machine) =>
  environment['COPILOT_HOME'] || join(user, '.copilot');

/** Settings of VS Code, which on macOS lie elsewhere than those of others. */
const codeFolder = ({ user, config, platform }: Machine, program = 'Code') =>
  join(platform === 'darwin' ? join(user, 'Library', 'Application Support') : config, program, 'User');

/** Its previews and builds without Microsoft's part. */
const OTHER_CODES = ['Code - Insiders', 'VSCodium', 'Code - OSS'];

/** Those of the builds that the user has; of VS Code itself where there is none yet. */
export function codeFolders(machine: Machine): string[] {
  const others = OTHER_CODES.map((program) => codeFolder(machine, program)).filter((path) =>
    existsSync(path),
  );
  const usual = codeFolder(machine);
  return others.length > 0 && !existsSync(usual) ? others : [usual, ...others];
}

/**
 * Both read `~/.copilot/hooks`. Under the events' names of VS Code both send the payloads of VS Code, so one registration
 * serves them, and nothing comes twice.
 */
export const copilot: Agent = {
  id: 'copilot',
  name: 'VS Code and Copilot CLI',
  find: (machine) =>
    findEvidence(machine, {
      paths: [copilotFolder(machine), ...codeFolders(machine), join(machine.project, '.vscode')],
      programs: ['copilot', 'code', 'code-insiders', 'codium'],
    }),
  edits: (machine) => [
    jsonEdit(join(copilotFolder(machine), 'hooks', `${SERVER}.json`), [
      { at: ['version'], fallback: 1 },
      ...eventsOf('vscode').map(({ event, timeoutS }): JsonChange => {
        const posix = hookLine(machine, 'vscode', event, 'linux');
        const windows = hookLine(machine, 'vscode', event, 'win32');
        return {
          at: ['hooks', event],
          items: [
            {
              type: 'command',
              command: machine.platform === 'win32' ? windows : posix,
              bash: posix,
              // A quoted program is a text for PowerShell until it is called.
              powershell: windows.startsWith('"') ? `& ${windows}` : windows,
              timeout: timeoutS,
              timeoutSec: timeoutS,
            },
          ],
          isOurs,
        };
      }),
    ]),
    jsonEdit(join(copilotFolder(machine), 'mcp-config.json'), [
      mcpServer(machine, { type: 'local', ...stdioServer(machine), tools: ['*'] }),
    ]),
    ...codeFolders(machine).map((folder) =>
      jsonEdit(join(folder, 'mcp.json'), [
        { at: ['servers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } },
      ]),
    ),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};

export const gemini: Agent = {
  id: 'gemini',
  name: 'Gemini CLI',
  find: (machine) =>
    findEvidence(machine, { paths: [join(machine.user, '.gemini', 'settings.json')], programs: ['gemini'] }),
  edits: (machine) => [
    jsonEdit(join(machine.user, '.gemini', 'settings.json'), [
      ...hookLists('gemini', ['hooks'], (event) =>
        groupOf(event, {
          type: 'command',
          name: SERVER,
          command: hookLine(machine, 'gemini', event.event),
          // Milliseconds here.
          timeout: event.timeoutS * 1_000,
        }),
      ),
      mcpServer(machine),
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};

/** Its hooks lie in groups of a name, and events of tools have a matcher where the others have none. */
export const antigravity: Agent = {
  id: 'antigravity',
  name: 'Antigravity',
  find: (machine) =>
    findEvidence(machine, {
      paths: [
        join(machine.user, '.gemini', 'config'),
        join(machine.user, '.gemini', 'antigravity'),
        join(machine.user, '.antigravity'),
      ],
      programs: ['agy', 'antigravity'],
    }),
  edits: (machine) => {
    const handlers = eventsOf('antigravity').map((event) => {
      const handler = { command: hookLine(machine, 'antigravity', event.event), timeout: event.timeoutS };
      return [event.event, [event.matcher === undefined ? handler : groupOf(event, handler)]] as const;
    });
    return [
      jsonEdit(join(machine.user, '.gemini', 'config', 'hooks.json'), [
        { at: [SERVER], value: { enabled: true, ...Object.fromEntries(handlers) } },
      ]),
      jsonEdit(join(machine.user, '.gemini', 'config', 'mcp_config.json'), [mcpServer(machine)]),
      skill(join(machine.user, '.agents', 'skills')),
    ];
  },
};
