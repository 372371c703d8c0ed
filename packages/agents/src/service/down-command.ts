import { Command } from 'commander';
import { findHome } from '../home/find-home.ts';
import { noteStopped } from '../home/stopped.ts';
import { printable } from '@memory/text/printable';
import { removeAutostart } from './autostart.ts';
import { stopService } from './stop-service.ts';

/** `workspace-memory down`. */
export function downCommand(): Command {
  return new Command('down')
    .description('Stop your service. Data stays. Any command starts it again; hooks do not.')
    .option('--autostart', 'no longer start it at login either')
    .action(async ({ autostart = false }: { autostart?: boolean }) => {
      const home = findHome();
      const removed = autostart ? await removeAutostart(home) : undefined;
      noteStopped(home, true);
      console.log(printable((await stopService(home)) ? 'Stopped.' : 'It was not running.'));
      if (removed) console.log(printable(`It no longer starts at login: ${removed} is gone.`));
    });
}
