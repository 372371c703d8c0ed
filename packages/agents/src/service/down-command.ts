import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { findLockHolder } from '@memory/service/lock';
import { findHome, type Home, noteStopped } from '../home/find-home.ts';
import { removeAutostart } from './autostart.ts';
import { say } from '../command/print.ts';

export function downCommand(): Command {
  return new Command('down')
    .description('Stop your service. Data stays. Any command starts it again; hooks do not.')
    .option('--autostart', 'no longer start it at login either')
    .action(async ({ autostart = false }: { autostart?: boolean }) => {
      const home = findHome();
      const removed = autostart ? await removeAutostart(home) : undefined;
      noteStopped(home, true);
      say((await stopService(home)) ? 'Stopped.' : 'It was not running.');
      if (removed) say(`It no longer starts at login: ${removed} is gone.`);
    });
}

/** It answers what it has begun, and writes what is left to the disk. */
const STOPS_WITHIN_MS = 30_000;

/** Stops the user's service and waits until its data directory is free. @returns whether one was running */
export async function stopService(home: Home): Promise<boolean> {
  const holder = await findLockHolder(home.data);
  if (!holder) return false;
  process.kill(holder.pid, 'SIGTERM');
  const deadline = Date.now() + STOPS_WITHIN_MS;
  while (await findLockHolder(home.data)) {
    if (Date.now() > deadline)
      throw new Error(`The service (process ${holder.pid}) does not stop. Its log is in ${home.logs}.`);
    await sleep(100);
  }
  return true;
}
