import { existsSync, rmSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { attempt } from './attempt.ts';
import { writeOwnFile } from './write-own-file.ts';

/** Where everything of a user lies; nothing of it is in a repository. */
export interface Home {
  folder: string;
  /** `UserConfig`, readable by its owner alone, since it may hold keys. */
  config: string;
  /** `Login`, as private as the settings. */
  login: string;
  /** `DATA_DIR` of the user's service. */
  data: string;
  /** A stable copy of the programs that agents start: their command lines stay the same over upgrades. */
  programs: string;
  /** Captured events that no service has taken yet, a folder a project. */
  spool: string;
  logs: string;
  /** State for the doctor: when each agent's hook last fired, what the flusher last got. */
  state: string;
}

/**
 * The user's folder: `WORKSPACE_MEMORY_HOME`, or the place where the system keeps the data of programs.
 * XDG base directories on Linux, Application Support on macOS, LOCALAPPDATA on Windows.
 */
export function findHome(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Home {
  const folder =
    environment['WORKSPACE_MEMORY_HOME'] || join(dataFolder(environment, platform), 'workspace-memory');
  return {
    folder,
    config: join(folder, 'config.json'),
    login: join(folder, 'login.json'),
    data: join(folder, 'data'),
    programs: join(folder, 'programs'),
    spool: join(folder, 'spool'),
    logs: join(folder, 'logs'),
    state: join(folder, 'state'),
  };
}

function dataFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const user = environment['HOME'] || homedir();
  if (platform === 'win32') return environment['LOCALAPPDATA'] || join(user, 'AppData', 'Local');
  if (platform === 'darwin') return join(user, 'Library', 'Application Support');
  return environment['XDG_DATA_HOME'] || join(user, '.local', 'share');
}

const file = ({ state }: Home) => join(state, 'stopped');

/** The user stopped the service: hooks leave it so, and keep what they capture until a command starts it. */
export const isStopped = (home: Home): boolean => existsSync(file(home));

export function noteStopped(home: Home, stopped: boolean): void {
  if (stopped) writeOwnFile(file(home), '');
  else rmSync(file(home), { force: true });
}

/** The installed package of a user: the programs in `Home.programs` start it, whatever its version. */
export interface Installation {
  version: string;
  bin: string;
  hook: string;
  /** The Node that runs it: programs with windows have no path to find one. */
  node: string;
}

const installationFile = (home: Home) => join(home.programs, 'current.json');

export function readInstallation(home: Home): Installation | undefined {
  return attempt(() => JSON.parse(readFileSync(installationFile(home), 'utf8')) as Installation);
}

export function writeInstallation(home: Home, installation: Installation): void {
  writeOwnFile(installationFile(home), `${JSON.stringify(installation, undefined, 2)}\n`);
}
