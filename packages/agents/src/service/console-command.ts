import { Command } from 'commander';
import { findHome } from '../home/find-home.ts';
import { findLockHolder } from '@memory/service/lock';
import { printable } from '@memory/text/printable';
import { localDataDir } from '../operator/local-data-dir.ts';
import { consoleLink, showConsole } from './console-link.ts';
import { startService } from './start-service.ts';

/** `workspace-memory console`: what the memory holds, in a browser. */
export function consoleCommand(): Command {
  return new Command('console')
    .description(
      'Open the console of the service that runs here in a browser, signed in by a link that works once and for ten minutes; starts your own where none runs.',
    )
    .option('--no-open', 'only print the link')
    .action(async ({ open }: { open: boolean }) => {
      const data = await localDataDir();
      const isRunning = (await findLockHolder(data))?.url !== undefined;
      if (!isRunning) await startService(findHome());
      const link = await consoleLink(isRunning ? { data } : findHome());
      if (open) showConsole(link);
      console.log(printable(link));
    });
}
