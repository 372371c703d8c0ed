import { join } from 'node:path';
import { jsonEdit, type JsonChange } from '../edits/json-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import type { Agent } from './agent.ts';
import { eventsOf, hookLine, isOurs, SERVER, skill, stdioServer } from './parts.ts';

const copilotFolder = ({ user, environment }: Machine) =>
  environment['COPILOT_HOME'] || join(user, '.copilot');

/** Settings of VS Code, which on macOS lie elsewhere than those of others. */
export const codeFolder = ({ user, config, platform }: Machine) =>
  join(platform === 'darwin' ? join(user, 'Library', 'Application Support') : config, 'Code', 'User');

/**
 * Both read `~/.copilot/hooks`. Under the events' names of VS Code both send the payloads of VS Code, so one registration
 * serves them, and nothing comes twice.
 */
export const copilot: Agent = {
  id: 'copilot',
  name: 'VS Code and Copilot CLI',
  find: (machine) =>
    findEvidence(machine, {
      paths: [copilotFolder(machine), codeFolder(machine), join(machine.project, '.vscode')],
      programs: ['copilot', 'code'],
    }),
  edits: (machine) => [
    jsonEdit(join(copilotFolder(machine), 'hooks', `${SERVER}.json`), [
      { at: ['version'], fallback: 1 },
      ...eventsOf('vscode').map(({ event, timeoutS }): JsonChange => {
        const posix = hookLine(machine, 'vscode', event, 'linux');
        const windows = hookLine(machine, 'vscode', event, 'win32');
        return {
          at: ['hooks', event],
          items: [
            {
              type: 'command',
              command: machine.platform === 'win32' ? windows : posix,
              bash: posix,
              // A quoted program is a text for PowerShell until it is called.
              powershell: windows.startsWith('"') ? `& ${windows}` : windows,
              timeout: timeoutS,
              timeoutSec: timeoutS,
            },
          ],
          isOurs,
        };
      }),
    ]),
    jsonEdit(join(copilotFolder(machine), 'mcp-config.json'), [
      { at: ['mcpServers', SERVER], value: { type: 'local', ...stdioServer(machine), tools: ['*'] } },
    ]),
    jsonEdit(join(codeFolder(machine), 'mcp.json'), [
      { at: ['servers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } },
    ]),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};
