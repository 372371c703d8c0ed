import { Command } from 'commander';
import type { Client } from '@memory/client';
import { findProject } from '../hook/project/find-project.ts';
import { connect } from '../connection/connection.ts';
import { reportBranches } from './report-branches.ts';
import { say } from '../command/print.ts';

export function branchesCommand(connectTo: () => Promise<{ client: Client }> = connect): Command {
  return new Command('branches')
    .description(
      'Say which branches of a repository are open, merged (also by a squash or a rebase) or gone. Memories of a merged one hold for everybody; those of a deleted one are marked as what was tried.',
    )
    .option('-C, --directory <folder>', 'a folder of the repository', '.')
    .addHelpText('after', HELP)
    .action(async ({ directory }: { directory: string }) => {
      const { isRepository, root, label } = findProject(directory, process.env);
      if (!isRepository)
        throw new Error(
          `${directory} is in no Git repository, or in one of another user, which Git refuses.`,
        );
      const { client } = await connectTo();
      const { judged, merged, abandoned } = await reportBranches(client, { root, project: label });
      for (const { name, state } of judged) {
        const ended = merged.includes(name)
          ? 'merged'
          : abandoned.includes(name)
            ? 'deleted without a merge'
            : undefined;
        say(`${name}: ${ended ?? (state === 'gone' ? 'not here; another clone may have it' : state)}`);
      }
      say(
        judged.length === 0
          ? `No memories of ${label} are on a branch that is still open.`
          : `${merged.length} merged, ${abandoned.length} abandoned.`,
      );
    });
}

const HELP = `
A remote is known as it was fetched last. Names of branches and hashes of their commits go to the service, no source. Agents'
sessions do the same by themselves, over stdio and by hooks.`;
