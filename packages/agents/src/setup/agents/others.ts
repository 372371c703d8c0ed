import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { ownFile } from '../edits/text-edit.ts';
import { yamlEdit } from '../edits/yaml-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, eventsOf, groupOf, hookLine, RULES, SERVER, skill, stdioServer } from './parts.ts';

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
    jsonEdit(join(machine.user, '.kiro', 'settings', 'mcp.json'), [
      { at: ['mcpServers', SERVER], value: stdioServer(machine) },
    ]),
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
            eventsOf('goose').map((event) => [
              event.event,
              [
                groupOf(event, {
                  type: 'command',
                  command: hookLine(machine, 'goose', event.event),
                  timeout: event.timeoutS,
                }),
              ],
            ]),
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
