import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { findEvidence } from '../machine.ts';
import { type Agent, eventsOf, groupOf, hookLine, hookLists, SERVER, skill, stdioServer } from './parts.ts';

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
      { at: ['mcpServers', SERVER], value: stdioServer(machine) },
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
      jsonEdit(join(machine.user, '.gemini', 'config', 'mcp_config.json'), [
        { at: ['mcpServers', SERVER], value: stdioServer(machine) },
      ]),
      skill(join(machine.user, '.agents', 'skills')),
    ];
  },
};
