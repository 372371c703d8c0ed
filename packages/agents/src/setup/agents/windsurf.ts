import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { ruleBlock } from '../edits/text-edit.ts';
import { findEvidence } from '../machine.ts';
import { type Agent, groupOf, hookLine, hookLists, RULES, SERVER, stdioServer } from './parts.ts';

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
      jsonEdit(join(folder, 'mcp_config.json'), [
        { at: ['mcpServers', SERVER], value: stdioServer(machine, false) },
      ]),
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
      ...hookLists('devin', ['hooks'], (event) =>
        groupOf(event, {
          type: 'command',
          command: hookLine(machine, 'devin', event.event),
          timeout: event.timeoutS,
        }),
      ),
      { at: ['mcpServers', SERVER], value: stdioServer(machine) },
    ]),
  ],
};
