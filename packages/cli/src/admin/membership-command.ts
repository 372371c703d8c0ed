import { Command, Option } from 'commander';
import { SCOPES } from '@memory/contracts';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';
import { printableRows } from '@memory/text/printable';

interface LoginOptions {
  workspace: string;
  issuer: string;
  subject: string;
}

/** `workspace-memory admin membership …`: which logins of an OAuth provider may reach a workspace over MCP. */
export function membershipCommand(): Command {
  const membership = new Command('membership').description('Let logins of an OAuth provider in.');
  withLogin(membership.command('add'))
    .description('Give a login a scope in a workspace, or another one.')
    .addOption(new Option('--scope <scope>', 'what it may do').choices(SCOPES).makeOptionMandatory())
    .action(
      async (
        { workspace: workspaceId, issuer, subject, scope }: LoginOptions & { scope: string },
        command: Command,
      ) => {
        const input = { workspaceId, issuer, subject, scope };
        print(await (await findOperator(command)).run({ operation: 'addMembership', input }));
      },
    );
  membership
    .command('list')
    .description('List the logins of a workspace.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print JSON')
    .action(
      async ({ workspace: workspaceId, json }: { workspace: string; json?: boolean }, command: Command) => {
        const listed = (await (
          await findOperator(command)
        ).run({ operation: 'listMemberships', input: { workspaceId } })) as { memberships: object[] };
        if (json) print(listed, true);
        else console.table(printableRows(listed.memberships));
      },
    );
  withLogin(membership.command('remove'))
    .description('Shut a login out of a workspace, at once.')
    .action(async ({ workspace: workspaceId, issuer, subject }: LoginOptions, command: Command) => {
      const input = { workspaceId, issuer, subject };
      print(await (await findOperator(command)).run({ operation: 'removeMembership', input }));
    });
  return membership;
}

const withLogin = (command: Command) =>
  command
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--issuer <url>', 'the provider, as OAUTH_ISSUER names it')
    .requiredOption('--subject <sub>', 'the login, as the claim `sub` of its tokens names it');
