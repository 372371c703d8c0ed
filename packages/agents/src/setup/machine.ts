import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Home, Installation } from '../home/find-home.ts';
import { launcherPath, hookPath } from '../service/programs.ts';

export interface Machine {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  user: string;
  /** Where programs keep settings: XDG on Linux and macOS, APPDATA on Windows. */
  config: string;
  project: string;
  /** Folders that setup made itself, which tell of no agent. */
  made?: ReadonlySet<string>;
  /** The program that serves MCP over stdio: Node, and its arguments. */
  bridge: { command: string; args: readonly string[] };
  /** The hook program; an agent's id and an event's name follow. */
  hook: { command: string; args: readonly string[] };
}

/** @param installation what agents are to start; by default what is installed once something is written */
export function thisMachine(
  home: Home,
  { node }: Pick<Installation, 'node'> = { node: process.execPath },
): Machine {
  const { platform, env: environment } = process;
  const user = environment['HOME'] || homedir();
  return {
    platform,
    environment,
    user,
    config:
      platform === 'win32'
        ? environment['APPDATA'] || join(user, 'AppData', 'Roaming')
        : environment['XDG_CONFIG_HOME'] || join(user, '.config'),
    project: process.cwd(),
    bridge: { command: node, args: [launcherPath(home), 'mcp'] },
    hook: { command: node, args: [hookPath(home)] },
  };
}

export function findEvidence(
  { environment, platform, made }: Machine,
  { paths, programs }: { paths: readonly string[]; programs: readonly string[] },
): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  return (
    paths.find((path) => existsSync(path) && !made?.has(path)) ??
    programs
      .flatMap((program) =>
        folders.flatMap((folder) => endings.map((ending) => join(folder, program + ending))),
      )
      .find((path) => existsSync(path))
  );
}
