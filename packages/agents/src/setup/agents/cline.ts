import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonEdit } from '../edits/json-edit.ts';
import { ownFile, ruleBlock } from '../edits/text-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, eventsOf, hookLine, RULES, SERVER, stdioServer } from './parts.ts';
import { codeFolders } from './copilot.ts';

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
      jsonEdit(join(folder, 'settings', 'cline_mcp_settings.json'), [
        { at: ['mcpServers', SERVER], value: stdioServer(machine) },
      ]),
    ),
    ruleBlock(join(documents(machine), 'Rules', `${SERVER}.md`), RULES),
  ],
  remaining: ({ platform }) =>
    platform === 'win32'
      ? 'Cline has no hooks on Windows: it uses the memory by its tools alone.'
      : 'Cline runs hooks once they are enabled in its settings (Features, Enable Hooks).',
};
