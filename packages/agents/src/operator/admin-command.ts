import { Argument, Command, Option } from 'commander';
import {
  WORKSPACE_JOBS,
  kebabCase,
  type WorkspaceJobName,
  jobEntries,
  type JobName,
  type JobsReport,
} from '@memory/contracts';
import { backupCommand, restoreCommand } from '../archive/backup/backup-commands.ts';
import { countOf, print, printTable, say } from '../command/print.ts';
import { changesCommand } from './changes-command.ts';
import { findOperator } from './find-operator.ts';
import { operationCommand } from './operation-command.ts';
import { pruneCommand } from './prune.ts';
import { redactCommand } from './redact-command.ts';
import { workspaceCommand } from './workspace/workspace-command.ts';

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

const jobNames = jobEntries.map(([name]) => name);

interface JobsOptions {
  redrive?: boolean;
  queue?: JobName;
  json?: boolean;
}

function jobsCommand(): Command {
  return new Command('jobs')
    .description('Show the background work: queues, dead letters, what waits; or redrive dead letters.')
    .option('--redrive', 'give dead letters back to their queues, and try again what the model refused')
    .addOption(new Option('--queue <name>', 'of this queue alone').choices(jobNames))
    .option('--json', 'print JSON')
    .action(async ({ redrive, queue, json = false }: JobsOptions, command: Command) => {
      const service = await findOperator(command);
      if (redrive) {
        const { redriven } = await service.redriveJobs({ queue: queue ?? null });
        if (json) print({ redriven }, true);
        else if (Object.keys(redriven).length === 0)
          console.log('There are no dead letters, and no memories that a model refused.');
        else print(redriven);
        return;
      }
      const report = await service.showJobs({});
      const shown = queue ? ofQueue(report, queue) : report;
      if (json) print(shown, true);
      else printReport(shown);
    });
}

/** Work that waits in the database belongs to no queue, and is shown with each. */
const ofQueue = ({ queues, dead, ...rest }: JobsReport, name: JobName): JobsReport => {
  const latest = dead.latest.filter(({ job }) => job === name);
  const [own] = queues.filter(({ queue }) => queue === name);
  return { ...rest, queues: own ? [own] : [], dead: { latest, count: own?.deadLetters ?? latest.length } };
};

function printReport({ queues, pending, slow_statements: slow, reembeddings, dead }: JobsReport): void {
  printTable(
    queues.map(
      ({ queue, visible, inFlight, delayed, oldestAgeSeconds, failures, deadLetters, lastError }) => ({
        queue: kebabCase(queue),
        depth: visible,
        'in flight': inFlight,
        delayed,
        'oldest (s)': oldestAgeSeconds === null ? null : Math.round(oldestAgeSeconds),
        failures,
        'dead letters': deadLetters,
        'last error': lastError,
      }),
    ),
  );
  print({
    'waiting for embedding': pending.embedding,
    'waiting for discovery': pending.discovery,
    'oldest since': pending.oldest ?? '-',
    'refused by the model': pending.refused.count,
    'given up': dead.count,
  });
  for (const { workspace_id, memory_id, model, reason } of pending.refused.latest)
    say(`Memory ${memory_id} of workspace ${workspace_id} is refused by ${model}: ${reason}`);
  for (const { job, workspace_id, payload, attempts, last_error } of dead.latest)
    say(
      `${job} of workspace ${workspace_id} was given up after ${countOf(attempts, 'attempt', 'attempts')}: ${last_error ?? 'no reason is known'} ${JSON.stringify(payload)}`,
    );
  for (const { statement, count, longest_ms: ms } of slow)
    say(`Slow since the start: ${statement}, ${countOf(count, 'time', 'times')}, ${ms} ms at most.`);
  for (const { name, model, done, total } of reembeddings)
    say(`Workspace ${name} is being embedded with ${model}: ${done} of ${total} memories.`);
}
