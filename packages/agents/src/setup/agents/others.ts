import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { ownFile, ruleBlock } from '../edits/text-edit.ts';
import { yamlEdit } from '../edits/yaml-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import {
  type Agent,
  eventsOf,
  hookLine,
  RULES,
  SERVER,
  commandHook,
  mcpServer,
  skill,
  stdioServer,
  hookLists,
} from './parts.ts';
import { codeFolders } from './settings-agents.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const kiro: Agent = {
  id: 'kiro',
  name: 'Kiro',
  find: (machine) =>
    findEvidence(machine, {
      paths: [join(machine.user, '.kiro'), join(machine.project, '.kiro')],
      programs: ['kiro', 'kiro-cli'],
    }),
  edits: (machine) => [
    ownFile(
      join(machine.user, '.kiro', 'hooks', `${SERVER}.json`),
      json({
        version: 'v1',
        hooks: eventsOf('kiro').map(({ event, matcher, timeoutS }) => ({
          name: `${SERVER} ${event}`,
          trigger: event,
          ...(matcher === undefined ? {} : { matcher }),
          action: { type: 'command', command: hookLine(machine, 'kiro', event) },
          timeout: timeoutS,
          enabled: true,
        })),
      }),
    ),
    jsonEdit(join(machine.user, '.kiro', 'settings', 'mcp.json'), [mcpServer(machine)]),
    ownFile(
      join(machine.user, '.kiro', 'steering', `${SERVER}.md`),
      `---\ninclusion: always\n---\n\n${RULES}`,
    ),
  ],
};

const gooseFolder = ({ config, platform }: Machine) =>
  platform === 'win32' ? join(config, 'Block', 'goose', 'config') : join(config, 'goose');

export const goose: Agent = {
  id: 'goose',
  name: 'Goose',
  find: (machine) => findEvidence(machine, { paths: [gooseFolder(machine)], programs: ['goose'] }),
  edits: (machine) => {
    const plugin = join(machine.user, '.agents', 'plugins', SERVER);
    return [
      ownFile(
        join(plugin, 'plugin.json'),
        json({ name: SERVER, version: '1.0.0', description: 'Long-term memory.' }),
      ),
      ownFile(
        join(plugin, 'hooks', 'hooks.json'),
        json({
          hooks: Object.fromEntries(
            eventsOf('goose').map((event) => [event.event, [commandHook(machine, 'goose')(event)]]),
          ),
        }),
      ),
      yamlEdit(join(gooseFolder(machine), 'config.yaml'), ['extensions', SERVER], {
        type: 'stdio',
        name: SERVER,
        enabled: true,
        cmd: machine.bridge.command,
        args: [...machine.bridge.args],
        envs: stdioServer(machine, false).env,
        timeout: 60,
      }),
    ];
  },
  remaining: () =>
    'Goose takes nothing from hooks: a line about the tool memory_search in ~/.config/goose/.goosehints helps it.',
};

export const zed: Agent = {
  id: 'zed',
  name: 'Zed',
  find: (machine) =>
    findEvidence(machine, {
      paths: [join(machine.config, 'zed'), join(machine.project, '.zed')],
      programs: ['zed', 'zeditor'],
    }),
  edits: (machine) => [
    jsonEdit(join(machine.config, 'zed', 'settings.json'), [
      { at: ['context_servers', SERVER], value: { source: 'custom', ...stdioServer(machine, false) } },
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
  remaining: () => 'Zed has no hooks: nothing is captured, and its agent uses the memory by its tools alone.',
};

const EXECUTABLE = 0o755;

const documents = ({ user }: Machine) => join(user, 'Documents', 'Cline');

const extensions = (machine: Machine) =>
  codeFolders(machine).map((folder) => join(folder, 'globalStorage', 'saoudrizwan.claude-dev'));

/** The builds of VS Code that have the extension, which makes its folder when it first starts. */
const installed = (machine: Machine) => extensions(machine).filter((folder) => existsSync(folder));

/** A program an event, of its name, without an ending; there are none on Windows. */
export const cline: Agent = {
  id: 'cline',
  name: 'Cline',
  find: (machine) =>
    findEvidence(machine, {
      paths: [
        ...extensions(machine),
        join(machine.user, '.cline'),
        documents(machine),
        join(machine.project, '.clinerules'),
      ],
      programs: ['cline'],
    }),
  edits: (machine) => [
    ...(machine.platform === 'win32'
      ? []
      : eventsOf('cline').map(({ event }) =>
          ownFile(
            join(documents(machine), 'Hooks', event),
            `#!/bin/sh\nexec ${hookLine(machine, 'cline', event)}\n`,
            EXECUTABLE,
          ),
        )),
    ...[...installed(machine), join(machine.user, '.cline', 'data')].map((folder) =>
      jsonEdit(join(folder, 'settings', 'cline_mcp_settings.json'), [mcpServer(machine)]),
    ),
    ruleBlock(join(documents(machine), 'Rules', `${SERVER}.md`), RULES),
  ],
  remaining: ({ platform }) =>
    platform === 'win32'
      ? 'Cline has no hooks on Windows: it uses the memory by its tools alone.'
      : 'Cline runs hooks once they are enabled in its settings (Features, Enable Hooks).',
};

/** Nothing can be said to it by hooks, so a rule tells it of the tools. */
export const windsurf: Agent = {
  id: 'windsurf',
  name: 'Windsurf and Devin Desktop',
  find: (machine) =>
    findEvidence(machine, {
      paths: [join(machine.user, '.codeium', 'windsurf'), join(machine.project, '.windsurf')],
      programs: ['windsurf'],
    }),
  edits: (machine) => {
    const folder = join(machine.user, '.codeium', 'windsurf');
    return [
      jsonEdit(
        join(folder, 'hooks.json'),
        hookLists('windsurf', ['hooks'], ({ event }) => ({
          command: hookLine(machine, 'windsurf', event, 'linux'),
          powershell: hookLine(machine, 'windsurf', event, 'win32').replace(/^"/u, '& "'),
          show_output: false,
        })),
      ),
      jsonEdit(join(folder, 'mcp_config.json'), [mcpServer(machine, stdioServer(machine, false))]),
      ruleBlock(join(folder, 'memories', 'global_rules.md'), RULES),
    ];
  },
};

export const devin: Agent = {
  id: 'devin',
  name: 'Devin CLI',
  find: (machine) => findEvidence(machine, { paths: [join(machine.config, 'devin')], programs: ['devin'] }),
  edits: (machine) => [
    jsonEdit(join(machine.config, 'devin', 'config.json'), [
      ...hookLists('devin', ['hooks'], commandHook(machine, 'devin')),
      mcpServer(machine),
    ]),
  ],
};
