import * as z from 'zod';
import type { Home } from '../home/find-home.ts';
import { CONSOLE_LINK_PATH } from '@memory/service/console-paths';
import { findLockHolder } from '@memory/service/lock';
import { mayOpenPage, openPage } from '../connection/addresses.ts';

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
