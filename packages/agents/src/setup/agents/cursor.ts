import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { findEvidence } from '../machine.ts';
import { type Agent, hookLine, hookLists, SERVER, skill, stdioServer } from './parts.ts';

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
