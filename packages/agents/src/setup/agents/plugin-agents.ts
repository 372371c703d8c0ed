import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { ownFile } from '../edits/text-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import type { Agent } from './agent.ts';
import { ampPlugin } from './amp-plugin.ts';
import { openCodePlugin } from './opencode-plugin.ts';
import { SERVER, skill, stdioServer } from './parts.ts';

const openCodeFolder = ({ config, platform, user }: Machine) =>
  join(platform === 'win32' ? join(user, '.config') : config, 'opencode');

/** Whichever of its two the user has. */
function openCodeFile(machine: Machine): string {
  const commented = join(openCodeFolder(machine), 'opencode.jsonc');
  return existsSync(commented) ? commented : join(openCodeFolder(machine), 'opencode.json');
}

export const openCode: Agent = {
  id: 'opencode',
  name: 'OpenCode',
  find: (machine) =>
    findEvidence(machine, {
      paths: [
        openCodeFolder(machine),
        join(machine.project, '.opencode'),
        join(machine.project, 'opencode.json'),
      ],
      programs: ['opencode'],
    }),
  edits: (machine) => [
    ownFile(join(openCodeFolder(machine), 'plugins', `${SERVER}.js`), openCodePlugin(machine.hook)),
    jsonEdit(openCodeFile(machine), [
      { at: ['$schema'], fallback: 'https://opencode.ai/config.json' },
      {
        at: ['mcp', SERVER],
        value: {
          type: 'local',
          command: [machine.bridge.command, ...machine.bridge.args],
          environment: stdioServer(machine).env,
          enabled: true,
        },
      },
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};

export const amp: Agent = {
  id: 'amp',
  name: 'Amp',
  find: (machine) => findEvidence(machine, { paths: [join(machine.config, 'amp')], programs: ['amp'] }),
  edits: (machine) => [
    ownFile(join(machine.config, 'amp', 'plugins', `${SERVER}.ts`), ampPlugin(machine.hook)),
    jsonEdit(join(machine.config, 'amp', 'settings.json'), [
      { at: ['amp.mcpServers', SERVER], value: stdioServer(machine) },
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};
