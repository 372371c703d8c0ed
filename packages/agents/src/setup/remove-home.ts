import { existsSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Home } from '../home/find-home.ts';
import { endFlushers } from '../hook/flush/flusher-lock.ts';
import { spoolFolders } from '../hook/spool/spool-folders.ts';
import { removeAutostart } from '../service/autostart.ts';
import { MADE } from '../service/programs.ts';
import { stopService } from '../service/stop-service.ts';

/**
 * Stops what runs and deletes the programs, with what they noted and logged; memories, settings and what waits in the spool
 * as well where that is wanted.
 * @returns what was deleted
 */
export async function removeHome(home: Home, { data }: { data: boolean }): Promise<string[]> {
  await removeAutostart(home);
  await stopService(home);
  endFlushers(home);
  const note = join(home.folder, MADE);
  const made = await readFile(note, 'utf8').catch(() => undefined);
  const { folder, config, login, data: memories, programs, state, logs } = home;
  // Not the folder as such: WORKSPACE_MEMORY_HOME may name one that others use.
  const paths = [
    programs,
    state,
    logs,
    ...(data ? [config, login, memories, note, ...spoolFolders(home)] : []),
  ];
  const deleted = paths.filter((path) => existsSync(path));
  // A hook that is under way may write once more.
  for (const path of deleted)
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (data) await removeEmpty(folder, made ?? folder);
  return deleted;
}

/** Deletes the folders that the user's own brought along, as long as nothing else is in them. */
async function removeEmpty(folder: string, outermost: string): Promise<void> {
  for (let at = folder; at.length >= outermost.length; at = dirname(at))
    try {
      await rmdir(at);
    } catch {
      return;
    }
}
