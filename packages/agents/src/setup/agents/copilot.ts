import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonEdit, type JsonChange } from '../edits/json-edit.ts';
import { findEvidence, type Machine } from '../machine.ts';
import { type Agent, eventsOf, hookLine, isOurs, SERVER, skill, stdioServer } from './parts.ts';

const copilotFolder = ({ user, environment }: Machine) =>
  environment['COPILOT_HOME'] || join(user, '.copilot');

/** Settings of VS Code, which on macOS lie elsewhere than those of others. */
const codeFolder = ({ user, config, platform }: Machine, program = 'Code') =>
  join(platform === 'darwin' ? join(user, 'Library', 'Application Support') : config, program, 'User');

/** Its previews and builds without Microsoft's part. */
const OTHER_CODES = ['Code - Insiders', 'VSCodium', 'Code - OSS'];

/** Those of the builds that the user has; of VS Code itself where there is none yet. */
export function codeFolders(machine: Machine): string[] {
  const others = OTHER_CODES.map((program) => codeFolder(machine, program)).filter((path) =>
    existsSync(path),
  );
  const usual = codeFolder(machine);
  return others.length > 0 && !existsSync(usual) ? others : [usual, ...others];
}

/**
 * Both read `~/.copilot/hooks`. Under the events' names of VS Code both send the payloads of VS Code, so one registration
 * serves them, and nothing comes twice.
 */
export const copilot: Agent = {
  id: 'copilot',
  name: 'VS Code and Copilot CLI',
  find: (machine) =>
    findEvidence(machine, {
      paths: [copilotFolder(machine), ...codeFolders(machine), join(machine.project, '.vscode')],
      programs: ['copilot', 'code', 'code-insiders', 'codium'],
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
    ...codeFolders(machine).map((folder) =>
      jsonEdit(join(folder, 'mcp.json'), [
        { at: ['servers', SERVER], value: { type: 'stdio', ...stdioServer(machine) } },
      ]),
    ),
    skill(join(machine.user, '.agents', 'skills')),
  ],
};
