import { homedir } from 'node:os';
import { join } from 'node:path';
import { OriginFinder, tellForeign } from '../tree/find-origin.ts';
import type { ImportMachine } from './source.ts';

export function thisMachine(cwd = process.cwd(), { takesAll = false } = {}): ImportMachine {
  const { platform, env: environment } = process;
  const user = environment['HOME'] || homedir();
  const { config, data } = foldersOf(platform, user, environment);
  return {
    user,
    config,
    data,
    cwd,
    platform,
    environment,
    finder: new OriginFinder({ cwd, onForeign: tellForeign }),
    takesAll,
  };
}

function foldersOf(platform: NodeJS.Platform, user: string, environment: NodeJS.ProcessEnv) {
  if (platform === 'win32')
    return {
      config: environment['APPDATA'] || join(user, 'AppData', 'Roaming'),
      data: environment['LOCALAPPDATA'] || join(user, 'AppData', 'Local'),
    };
  if (platform === 'darwin') {
    const support = join(user, 'Library', 'Application Support');
    return { config: support, data: support };
  }
  return {
    config: environment['XDG_CONFIG_HOME'] || join(user, '.config'),
    data: environment['XDG_DATA_HOME'] || join(user, '.local', 'share'),
  };
}
