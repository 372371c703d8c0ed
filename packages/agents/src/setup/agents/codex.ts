import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { tomlEdit } from '../edits/toml-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, groupOf, hookLine, hookLists, SERVER, skill, stdioServer } from './parts.ts';

const folder = ({ user, environment }: Machine) => environment['CODEX_HOME'] || join(user, '.codex');

export const codex: Agent = {
  id: 'codex',
  name: 'Codex',
  find: (machine) => findEvidence(machine, { paths: [folder(machine)], programs: ['codex'] }),
  edits: (machine) => [
    jsonEdit(
      join(folder(machine), 'hooks.json'),
      hookLists('codex', ['hooks'], (event) =>
        groupOf(event, {
          type: 'command',
          command: hookLine(machine, 'codex', event.event, machine.platform === 'win32' ? 'win32' : 'linux'),
          ...(machine.platform === 'win32' && { commandWindows: hookLine(machine, 'codex', event.event) }),
          timeout: event.timeoutS,
        }),
      ),
    ),
    tomlEdit(join(folder(machine), 'config.toml'), ['mcp_servers', SERVER], stdioServer(machine)),
    skill(join(machine.user, '.agents', 'skills')),
  ],
  remaining: () =>
    'Codex passes over hooks until you trust them: start it, type /hooks and accept those of workspace-memory.',
};
