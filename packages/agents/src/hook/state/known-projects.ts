import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';

const folderOf = ({ state }: Home) => join(state, 'projects');
const fileOf = (home: Home, entry: string) =>
  join(folderOf(home), createHash('sha256').update(entry).digest('hex').slice(0, 32));

/** Entries of the settings' `projects` that meant the project of an event: one that never does may be misspelt. */
export function noteKnownProjects(home: Home, entries: readonly string[]): void {
  for (const entry of entries) {
    if (isKnownProject(home, entry)) continue;
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(home, entry), '', { mode: 0o600 });
  }
}

export const isKnownProject = (home: Home, entry: string): boolean => existsSync(fileOf(home, entry));
