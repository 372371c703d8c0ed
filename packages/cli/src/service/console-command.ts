import { Command } from 'commander';
import { findHome } from '@memory/home';
import { printable } from '@memory/text/printable';
import { consoleLink, showConsole } from './console-link.ts';
import { startService } from './start-service.ts';

/** `workspace-memory console`: what the memory holds, in a browser. */
export function consoleCommand(): Command {
  return new Command('console')
    .description(
      'Open the console of your service in a browser, signed in by a link that works once and for ten minutes; starts the service where it does not run.',
    )
    .option('--no-open', 'only print the link')
    .action(async ({ open }: { open: boolean }) => {
      const home = findHome();
      await startService(home);
      const link = await consoleLink(home);
      if (open) showConsole(link);
      console.log(printable(link));
    });
}
