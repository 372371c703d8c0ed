import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, groupOf, hookLists, SERVER, skill, stdioServer } from './parts.ts';

const folder = ({ user, environment }: Machine) => environment['CLAUDE_CONFIG_DIR'] || join(user, '.claude');

export const claude: Agent = {
  id: 'claude',
  name: 'Claude Code',
  find: (machine) => findEvidence(machine, { paths: [folder(machine)], programs: ['claude'] }),
  edits: (machine) => [
    // Without a shell: nothing to quote, and no window that flashes.
    jsonEdit(
      join(folder(machine), 'settings.json'),
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
        ? join(folder(machine), '.claude.json')
        : join(machine.user, '.claude.json'),
      [{ at: ['mcpServers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } }],
    ),
    skill(join(folder(machine), 'skills')),
  ],
};
