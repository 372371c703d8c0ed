import { Command } from 'commander';
import * as z from 'zod';
import { CONSOLE_LINK_PATH } from '@memory/service/console-paths';
import { findLockHolder } from '@memory/service/lock';
import { say, print } from '../command/print.ts';
import { mayOpenPage, openPage } from '../connection/addresses.ts';
import { findHome, type Home } from '../home/find-home.ts';
import { localDataDir } from '../operator/local-data-dir.ts';
import { addAutostart } from './autostart.ts';
import { startService } from './start-service.ts';

interface UpOptions {
  autostart?: boolean;
  json?: boolean;
  open: boolean;
}

export function upCommand(): Command {
  return new Command('up')
    .description(
      'Start your service in the background, or find it running. Its data and log lie in your user folder.',
    )
    .option('--autostart', 'start it at every login, too (systemd, launchd or Task Scheduler)')
    .option('--json', 'print JSON')
    .option('--no-open', 'do not open the console in a browser')
    .action(async ({ autostart = false, json = false, open }: UpOptions) => {
      const home = findHome();
      const service = await startService(home);
      // It runs, whether or not the system takes it up.
      if (!json) say(`${HOW[service.how]} at ${service.url} (process ${service.pid}). Data: ${home.data}`);
      if (!json) {
        const link = await consoleLink(home);
        // A service that ran already was looked at before.
        const isShown = open && service.how !== 'running' && showConsole(link);
        say(`${isShown ? 'Opened in your browser' : 'Look at it'}, once: ${link}`);
      }
      const added = autostart ? await addAutostart(home) : undefined;
      if (json) print({ ...service, folder: home.folder, ...(added && { autostart: added }) }, true);
      else if (added) say(`It starts at every login: ${added}`);
    });
}

const HOW = {
  started: 'Your service runs',
  running: 'Your service runs already',
  replaced: 'Your service was of another version; the new one runs',
} as const;

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
      say(link);
    });
}

const Reply = z.object({ url: z.url() });

/** A link that signs a browser in to the console of the user's running service, once. @throws where none runs */
async function consoleLink({ data }: Pick<Home, 'data'>): Promise<string> {
  const holder = await findLockHolder(data);
  if (!holder?.url) throw new Error('Your service does not run.');
  const response = await fetch(holder.url + CONSOLE_LINK_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${holder.operatorToken}` },
  });
  return Reply.parse(await response.json()).url;
}

/** Shows the console where somebody sits: not in CI, not in a pipe, not over SSH. @returns whether a browser was asked */
function showConsole(link: string): boolean {
  if (process.env['CI'] || !process.stdout.isTTY || !mayOpenPage()) return false;
  openPage(new URL(link));
  return true;
}
