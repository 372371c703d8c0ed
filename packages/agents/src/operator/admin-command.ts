import { Command } from 'commander';
import { backupCommand, restoreCommand } from '../archive/backup/backup-commands.ts';
import { pruneCommand } from './prune.ts';
import { redactCommand } from './redact-command.ts';
import { changesCommand } from './changes-command.ts';
import { membershipCommand } from './membership-command.ts';
import { jobsCommand } from './jobs-command.ts';
import { runCommand } from './run-command.ts';
import { workspaceCommand } from './workspace/workspace-command.ts';
import { operationCommand } from './operation-command.ts';

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
