import { Argument, Command } from 'commander';
import { WORKSPACE_JOBS, type WorkspaceJobName, kebabCase } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';

const jobOf = new Map<string, WorkspaceJobName>(WORKSPACE_JOBS.map((job) => [kebabCase(job), job]));

/** `admin run analyze-graph`: has a scheduled job done now. */
export function runCommand(): Command {
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
        else console.log(printable(`Started ${enqueued} ${enqueued === 1 ? 'job' : 'jobs'}.`));
      },
    );
}
