import { Argument, Command } from 'commander';
import { backupCommand, restoreCommand } from '../archive/backup/backup-commands.ts';
import { pruneCommand } from './prune.ts';
import { redactCommand } from './redact-command.ts';
import { changesCommand } from './changes-command.ts';
import { jobsCommand } from './jobs-command.ts';
import { workspaceCommand } from './workspace/workspace-command.ts';
import { operationCommand } from './operation-command.ts';
import { print, printTable, say } from '../command/print.ts';
import { WORKSPACE_JOBS, kebabCase, type WorkspaceJobName } from '@memory/contracts';
import { findOperator } from './find-operator.ts';

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
  admin.addCommand(
    new Command('key').description('Create keys.').addCommand(operationCommand('create', 'createKey')),
  );
  admin.addCommand(jobsCommand());
  admin.addCommand(membershipCommand());
  admin.addCommand(changesCommand());
  admin.addCommand(pruneCommand());
  admin.addCommand(redactCommand());
  admin.addCommand(operationCommand('calibrate', 'calibrate'));
  admin.addCommand(runCommand());
  admin.addCommand(operationCommand('sessions', 'sessionStatus'));
  return admin;
}

/** `workspace-memory admin membership …`: which logins of an OAuth provider may reach a workspace over MCP. */
function membershipCommand(): Command {
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

const jobOf = new Map<string, WorkspaceJobName>(WORKSPACE_JOBS.map((job) => [kebabCase(job), job]));

function runCommand(): Command {
  return new Command('run')
    .description('Run a job now, without waiting for its schedule; `admin jobs` shows how far it is.')
    .addArgument(new Argument('<job>', 'what to do').choices([...jobOf.keys()]))
    .option('--workspace <id>', 'of this workspace alone')
    .option('--json', 'print JSON')
    .action(
      async (
        name: string,
        { workspace, json = false }: { workspace?: string; json?: boolean },
        command: Command,
      ) => {
        const job = jobOf.get(name);
        if (!job) throw new Error(`There is no job ${name}.`);
        const operator = await findOperator(command);
        const started = await operator.runJob({ job, workspaceId: workspace ?? null });
        const { enqueued } = started;
        if (json) print(started, true);
        else say(`Started ${enqueued} ${enqueued === 1 ? 'job' : 'jobs'}.`);
      },
    );
}
