import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { jsonEdit } from '../edits/json-edit.ts';
import { tomlEdit } from '../edits/toml-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, groupOf, hookLine, hookLists, isOurs, SERVER, skill, stdioServer } from './parts.ts';

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
      [{ at: ['mcpServers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } }],
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
    jsonEdit(join(machine.user, '.cursor', 'mcp.json'), [
      { at: ['mcpServers', SERVER], value: stdioServer(machine) },
    ]),
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
        hookLists('droid', inSettings ? ['hooks'] : [], (event) =>
          groupOf(event, {
            type: 'command',
            command: hookLine(machine, 'droid', event.event),
            timeout: event.timeoutS,
          }),
        ),
      ),
      jsonEdit(join(factoryFolder(machine), 'mcp.json'), [
        { at: ['mcpServers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } },
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
