import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '@memory/home';
import { UNFINISHED } from './spool-event.ts';
import { spoolFolders } from './spool-folders.ts';

export interface SpooledSession {
  folder: string;
  /** Paths of the events. */
  events: string[];
  unfinished: string[];
}

/** Within a project's folder, for what the service will never take. */
export const DEAD_LETTERS = 'dead-letters';

/** The sessions of which events wait, project by project. */
export function spooledSessions(home: Home): SpooledSession[] {
  return spoolFolders(home).flatMap((spool) =>
    foldersIn(spool).flatMap((project) =>
      foldersIn(project)
        .filter((folder) => folder !== join(project, DEAD_LETTERS))
        .map((folder) => {
          const names = namesIn(folder);
          return {
            folder,
            events: names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name)),
            unfinished: names.filter((name) => name.startsWith(UNFINISHED)).map((name) => join(folder, name)),
          };
        }),
    ),
  );
}

export interface SpoolState {
  /** Events that wait. */
  events: number;
  bytes: number;
  /** When the oldest of them happened to be written. */
  oldest: Date | undefined;
  /** Events that the service refused for good, with the reason in each file. */
  deadLetters: string[];
}

/** How much waits, for how long, and what was put aside. */
export function readSpoolState(home: Home): SpoolState {
  const state: SpoolState = { events: 0, bytes: 0, oldest: undefined, deadLetters: deadLetters(home) };
  for (const path of spooledSessions(home).flatMap(({ events }) => events)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    state.events += 1;
    state.bytes += stat.size;
    if (state.oldest === undefined || stat.mtime < state.oldest) state.oldest = stat.mtime;
  }
  return state;
}

const deadLetters = (home: Home): string[] =>
  spoolFolders(home)
    .flatMap(foldersIn)
    .flatMap((project) => {
      const folder = join(project, DEAD_LETTERS);
      return namesIn(folder).map((name) => join(folder, name));
    });

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
