import { Command } from 'commander';
import type { Client } from '@memory/client';
import { leftOpen } from '@memory/text/left-open';
import { printable } from '@memory/text/printable';
import { connect } from '../../connection/connection.ts';
import { ageOf } from '../../doctor/finding.ts';
import { findProject } from '../../hook/project/find-project.ts';
import { isSameProject } from '../../sync/read-workspace.ts';

type Connect = () => Promise<{ client: Client }>;

/** Latest sessions that are asked for. */
const SESSIONS = 100;

/** `workspace-memory resume`: what sessions of this project left open and no later one did, the newest first. */
export function resumeCommand(connectTo: Connect = connect): Command {
  return new Command('resume')
    .description('Say what earlier sessions of this project left open, and for how long.')
    .option('--all', 'of every project')
    .action(async ({ all = false }: { all?: boolean }) => {
      const { label } = findProject(process.cwd(), process.env);
      const { client } = await connectTo();
      const { results } = await client.listSessions({ query: { limit: SESSIONS } });
      const ended = results.flatMap(({ project_name, summary, ended_at }) =>
        summary !== null && ended_at !== null && (all || isSameProject(project_name, label))
          ? [{ summary, ended_at }]
          : [],
      );
      const open = leftOpen(ended.toSorted((a, b) => b.ended_at.localeCompare(a.ended_at)));
      for (const { text, since } of open) console.log(printable(`- ${text} (${ageOf(new Date(since))})`));
      if (open.length === 0)
        console.log(
          printable(
            `Nothing is left open${all ? '' : ` in ${label}`}, as far as ${ended.length} sessions tell.`,
          ),
        );
    });
}
