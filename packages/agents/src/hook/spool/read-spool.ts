import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';
import { bindingIn, bindingOf, spoolFolders, UNFINISHED } from './spool-event.ts';
import { OWN_SERVICE } from '../service/send.ts';
import { attempt } from '../../home/attempt.ts';

export interface SpooledSession {
  folder: string;
  /** The service that its events are for, as `bindingOf` has it. */
  binding: string;
  events: string[];
  unfinished: string[];
}

/** Within a project's folder, for what the service will never take. */
export const DEAD_LETTERS = 'dead-letters';

export function spooledSessions(home: Home): SpooledSession[] {
  return spoolFolders(home).flatMap((spool) =>
    foldersIn(spool).flatMap((project) =>
      foldersIn(project)
        .filter((folder) => folder !== join(project, DEAD_LETTERS))
        .map((folder) => {
          const names = namesIn(folder);
          return {
            folder,
            binding: bindingIn(project),
            events: names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name)),
            unfinished: names.filter((name) => name.startsWith(UNFINISHED)).map((name) => join(folder, name)),
          };
        }),
    ),
  );
}

export interface SpoolState {
  events: number;
  bytes: number;
  /** When the oldest of them happened to be written. */
  oldest: Date | undefined;
  /** By service: events that were captured for another one than is configured, which wait for it. */
  held: Map<string, number>;
  /** Events that the service refused for good, with the reason in each file. */
  deadLetters: string[];
}

/** How much waits, for how long, and what was put aside. */
export function readSpoolState(home: Home, service?: string): SpoolState {
  const state: SpoolState = {
    events: 0,
    bytes: 0,
    oldest: undefined,
    held: new Map(),
    deadLetters: deadLetters(home),
  };
  for (const { events, binding } of spooledSessions(home)) {
    const [first] = events;
    if (first !== undefined && service !== undefined && binding !== bindingOf(service)) {
      const other = serviceIn(first);
      state.held.set(other, (state.held.get(other) ?? 0) + events.length);
    } else for (const path of events) count(state, path);
  }
  return state;
}

function count(state: SpoolState, path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  state.events += 1;
  state.bytes += stat.size;
  if (state.oldest === undefined || stat.mtime < state.oldest) state.oldest = stat.mtime;
}

function serviceIn(path: string): string {
  try {
    const { service } = JSON.parse(readFileSync(path, 'utf8')) as { service?: unknown };
    return typeof service === 'string' ? service : OWN_SERVICE;
  } catch {
    return 'unknown';
  }
}

export const deadLetters = (home: Home): string[] =>
  spoolFolders(home)
    .flatMap(foldersIn)
    .flatMap((project) => {
      const folder = join(project, DEAD_LETTERS);
      return namesIn(folder).map((name) => join(folder, name));
    });

const foldersIn = (folder: string): string[] => {
  return (
    attempt(() =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name)),
    ) ?? []
  );
};

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}
