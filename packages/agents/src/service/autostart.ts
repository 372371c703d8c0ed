import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Home } from '../home/find-home.ts';
import { messageOf } from '@memory/text/error-facts';
import { installPrograms, launcherPath } from './programs.ts';
import { ownCommand } from '../command/print.ts';

const run = promisify(execFile);

const NAME = 'workspace-memory';

interface Autostart {
  file: string;
  text: string;
  enable: readonly string[];
  disable: readonly string[];
}

/** Has the system start the service at every login. */
export async function addAutostart(home: Home): Promise<string> {
  const { node } = await installPrograms(home);
  const { file, text, enable, disable } = describe(home, node);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, process.platform === 'win32' ? 'utf16le' : 'utf8');
  try {
    await execute(enable);
  } catch (error) {
    // It may have got halfway.
    await execute(disable).catch(() => undefined);
    await rm(file, { force: true });
    for (const folder of [join(dirname(file), 'default.target.wants'), dirname(file), dirname(dirname(file))])
      await rmdir(folder).catch(() => undefined);
    throw new Error(
      `It cannot be started at login: ${messageOf(error).trim()}\n${without()} Nothing was left behind.`,
      { cause: error },
    );
  }
  return file;
}

const withoutAny = (): string =>
  `Where a system starts nothing at login, a line \`${ownCommand({ folder: null })} up\` in the profile of your shell does; the bridge and hooks start it when they need it, too.`;

const without = (): string =>
  process.platform === 'linux'
    ? `This needs systemd with a session of your user (containers and WSL without systemd have none). ${withoutAny()}`
    : withoutAny();

export async function removeAutostart(home: Home): Promise<string | undefined> {
  const { file, disable } = describe(home, process.execPath);
  if (!existsSync(file)) return undefined;
  await execute(disable);
  await rm(file, { force: true });
  return file;
}

async function execute([program = '', ...args]: readonly string[]): Promise<void> {
  try {
    await run(program, args, { windowsHide: true });
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')} failed: ${messageOf(error)}`, { cause: error });
  }
}

function describe(home: Home, node: string): Autostart {
  const up = [node, launcherPath(home), 'up'];
  if (process.platform === 'darwin') return launchAgent(up);
  return process.platform === 'win32' ? scheduledTask(home, up) : systemdUnit(up);
}

function systemdUnit(up: readonly string[]): Autostart {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return {
    file: join(config, `systemd/user/${NAME}.service`),
    // `up` leaves the service in the background and ends; systemd keeps the unit, and with it what it started.
    text: `[Unit]
Description=Workspace Memory

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=${up.map((word) => `"${word.replaceAll('%', '%%')}"`).join(' ')}
ExecStop="${up[0]}" "${up[1]}" down

[Install]
WantedBy=default.target
`,
    enable: ['systemctl', '--user', 'enable', '--now', `${NAME}.service`],
    disable: ['systemctl', '--user', 'disable', `${NAME}.service`],
  };
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function launchAgent(up: readonly string[]): Autostart {
  const file = join(homedir(), `Library/LaunchAgents/dev.${NAME}.plist`);
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>dev.${NAME}</string>
  <key>ProgramArguments</key><array>${up.map((word) => `<string>${escapeXml(word)}</string>`).join('')}</array>
  <key>RunAtLoad</key><true/>
  <key>AbandonProcessGroup</key><true/>
</dict>
</plist>
`,
    enable: ['launchctl', 'load', '-w', file],
    disable: ['launchctl', 'unload', '-w', file],
  };
}

function scheduledTask(home: Home, [node = '', launcher = '', ...args]: readonly string[]): Autostart {
  const file = join(home.programs, 'autostart.xml');
  return {
    file,
    text: `\uFEFF<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Settings><DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries><Hidden>true</Hidden></Settings>
  <Actions><Exec>
    <Command>${escapeXml(node)}</Command>
    <Arguments>${escapeXml([`"${launcher}"`, ...args].join(' '))}</Arguments>
  </Exec></Actions>
</Task>
`,
    enable: ['schtasks', '/create', '/tn', NAME, '/xml', file, '/f'],
    disable: ['schtasks', '/delete', '/tn', NAME, '/f'],
  };
}
