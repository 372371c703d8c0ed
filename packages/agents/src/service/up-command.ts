import { Command } from 'commander';
import { findHome } from '../home/find-home.ts';
import { addAutostart } from './autostart.ts';
import { consoleLink, showConsole } from './console-command.ts';
import { startService } from './start-service.ts';
import { say, print } from '../command/print.ts';

interface UpOptions {
  autostart?: boolean;
  json?: boolean;
  open: boolean;
}

/** `workspace-memory up`: one service a user, in the background. */
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
