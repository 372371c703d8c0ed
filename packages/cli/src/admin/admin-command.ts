import { Command, Option } from 'commander';
import { SCOPES } from '@memory/contracts';
import { backupCommand, restoreCommand } from '../backup/backup-commands.ts';
import { pruneCommand } from './prune-command.ts';
import { redactCommand } from './redact-command.ts';
import { changesCommand } from './changes-command.ts';
import { membershipCommand } from './membership-command.ts';
import { jobsCommand } from './jobs-command.ts';
import { runCommand } from './run-command.ts';
import { workspaceCommand } from './workspace-command.ts';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';

interface OutputOptions {
  json?: boolean;
}

/** `workspace-memory admin …`: workspaces and keys, for whoever runs the service. */
export function adminCommand(): Command {
  const admin = new Command('admin')
    .description('Operate a service: workspaces, keys, jobs.')
    .option(
      '--env <name>',
      'an environment in AWS, with your own credentials; else the server on this machine',
    );
  admin.addCommand(workspaceCommand());
  admin.addCommand(backupCommand());
  admin.addCommand(restoreCommand());
  admin.addCommand(keyCommand());
  admin.addCommand(jobsCommand());
  admin.addCommand(membershipCommand());
  admin.addCommand(changesCommand());
  admin.addCommand(pruneCommand());
  admin.addCommand(redactCommand());
  admin.addCommand(runCommand());
  admin.addCommand(sessionsCommand());
  return admin;
}

function keyCommand(): Command {
  const key = new Command('key').description('Create keys.');
  key
    .command('create')
    .description('Create a key of a workspace; it is shown this once.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .addOption(new Option('--scope <scope>', 'what it may do').choices(SCOPES).makeOptionMandatory())
    .option('--name <name>', 'name of the key', 'operator')
    .option('--expires-at <timestamp>', 'ISO 8601 time after which it is refused')
    .option('--json', 'print JSON')
    .action(
      async (
        { workspace, scope, name, expiresAt, json }: OutputOptions & Record<string, string | undefined>,
        command: Command,
      ) => {
        const input = { workspaceId: workspace, scope, name, expiresAt: expiresAt ?? null };
        print(await (await findOperator(command)).run({ operation: 'createKey', input }), Boolean(json));
      },
    );
  return key;
}

function sessionsCommand(): Command {
  return new Command('sessions')
    .description(
      'Observations that wait for their summary: how many, since when, and summaries that keep failing.',
    )
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print JSON')
    .action(async ({ workspace, json }: OutputOptions & { workspace: string }, command: Command) => {
      const input = { workspaceId: workspace };
      print(await (await findOperator(command)).run({ operation: 'sessionStatus', input }), json);
    });
}
