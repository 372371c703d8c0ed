import { Command } from 'commander';
import * as z from 'zod';
import { CONSOLE_LINK_PATH } from '@memory/service/console-paths';
import { findLockHolder } from '@memory/service/lock';
import { mayOpenPage, openPage } from '../connection/addresses.ts';
import { findHome, type Home } from '../home/find-home.ts';
import { localDataDir } from '../operator/local-data-dir.ts';
import { startService } from './start-service.ts';
import { say } from '../command/print.ts';

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
      say(link);
    });
}

const Reply = z.object({ url: z.url() });

/** A link that signs a browser in to the console of the user's running service, once. @throws where none runs */
export async function consoleLink({ data }: Pick<Home, 'data'>): Promise<string> {
  const holder = await findLockHolder(data);
  if (!holder?.url) throw new Error('Your service does not run.');
  const response = await fetch(holder.url + CONSOLE_LINK_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${holder.operatorToken}` },
  });
  return Reply.parse(await response.json()).url;
}

/** Shows the console where somebody sits: not in CI, not in a pipe, not over SSH. @returns whether a browser was asked */
export function showConsole(link: string): boolean {
  if (process.env['CI'] || !process.stdout.isTTY || !mayOpenPage()) return false;
  openPage(new URL(link));
  return true;
}
