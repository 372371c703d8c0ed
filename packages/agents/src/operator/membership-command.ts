import { Command } from 'commander';
import { operationCommand } from './operation-command.ts';
import { printTable } from './print.ts';

/** `workspace-memory admin membership …`: which logins of an OAuth provider may reach a workspace over MCP. */
export function membershipCommand(): Command {
  return new Command('membership')
    .description('Let people log in through an OAuth provider.')
    .addCommand(operationCommand('add', 'addMembership'))
    .addCommand(
      operationCommand('list', 'listMemberships', {
        present: ({ memberships }) => printTable(memberships),
      }),
    )
    .addCommand(operationCommand('remove', 'removeMembership'));
}
