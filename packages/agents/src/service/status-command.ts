import { Command } from 'commander';
import { findHome } from '../home/find-home.ts';
import { readUserConfig } from '../home/user-config.ts';
import { printable } from '@memory/text/printable';
import { answers, runningService } from './running-service.ts';
import { ownCommand } from '../command/own-command.ts';

/** `workspace-memory status`: one line, for people and for the prompt of a shell. */
export function statusCommand(): Command {
  return new Command('status')
    .description('Say in one line whether all is well; ends with 1 when it is not.')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const home = findHome();
      const { url: team } = readUserConfig(home.config);
      const service = team === undefined ? await runningService(home) : undefined;
      const url = team ?? service?.url;
      const isUp = url !== undefined && (await answers(url));
      if (json)
        console.log(printable(JSON.stringify({ up: isUp, url: url ?? null, pid: service?.pid ?? null })));
      else console.log(printable(isUp ? `memory: up at ${url}` : `memory: down${hint(team)}`));
      if (!isUp) process.exitCode = 1;
    });
}

const hint = (team: string | undefined): string =>
  team === undefined ? ` (${ownCommand()} up starts it)` : ` (${team} does not answer)`;
