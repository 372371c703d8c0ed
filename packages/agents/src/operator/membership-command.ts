import { Command } from 'commander';
import { printableRows } from '@memory/text/printable';
import { operationCommand } from './operation-command.ts';

/** `workspace-memory admin membership …`: which logins of an OAuth provider may reach a workspace over MCP. */
export function membershipCommand(): Command {
  return new Command('membership')
    .description('Let people log in through an OAuth provider.')
    .addCommand(operationCommand('add', 'addMembership'))
    .addCommand(
      operationCommand('list', 'listMemberships', {
        present: ({ memberships }) => console.table(printableRows(memberships)),
      }),
    )
    .addCommand(operationCommand('remove', 'removeMembership'));
}
