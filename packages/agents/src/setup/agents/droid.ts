import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { jsonEdit } from '../edits/json-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, groupOf, hookLine, hookLists, isOurs, SERVER, stdioServer } from './parts.ts';

const folder = ({ user }: Machine) => join(user, '.factory');

export const droid: Agent = {
  id: 'droid',
  name: 'Factory droid',
  find: (machine) => findEvidence(machine, { paths: [folder(machine)], programs: ['droid'] }),
  edits: (machine) => {
    const inSettings = isInSettings(machine);
    return [
      jsonEdit(
        join(folder(machine), inSettings ? 'settings.json' : 'hooks.json'),
        hookLists('droid', inSettings ? ['hooks'] : [], (event) =>
          groupOf(event, {
            type: 'command',
            command: hookLine(machine, 'droid', event.event),
            timeout: event.timeoutS,
          }),
        ),
      ),
      jsonEdit(join(folder(machine), 'mcp.json'), [
        { at: ['mcpServers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } },
      ]),
    ];
  },
};

/** Whether the user's hooks stand in the settings: with a file of hooks, even an empty one, droid reads those no longer. */
function isInSettings(machine: Machine): boolean {
  const read = (name: string): unknown => {
    const path = join(folder(machine), name);
    return existsSync(path) ? parse(readFileSync(path, 'utf8')) : undefined;
  };
  const hooks = read('hooks.json');
  const groups = Object.values(hooks ?? {}).flat();
  if (hooks !== undefined && (groups.length === 0 || !groups.every(isOurs))) return false;
  return (read('settings.json') as { hooks?: unknown } | undefined)?.hooks !== undefined;
}
