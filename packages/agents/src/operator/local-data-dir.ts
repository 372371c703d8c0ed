import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ErasedState } from '@memory/contracts';
import { findLockHolder } from '@memory/service/lock';
import { say } from '../command/print.ts';
import { findHome } from '../home/find-home.ts';

/** The folder of `npm start`. */
const USUAL = '.data';

/**
 * Where the data of the service on this machine lies, for every command: of `DATA_DIR`, the folder of `npm start` and that of
 * the user's own service the first whose service runs; else the first that holds data. A `DATA_DIR` of a project that has
 * nothing to do with us is passed over.
 */
export async function localDataDir(): Promise<string> {
  const named = process.env['DATA_DIR'] || undefined;
  const places = [...(named === undefined ? [] : [named]), USUAL, findHome().data];
  const holding = places.filter((place) => existsSync(join(place, 'database')));
  // A named folder is meant, whether its service runs or not.
  if (named !== undefined && holding.includes(named)) return named;
  for (const place of places) if (await findLockHolder(place)) return place;
  return holding[0] ?? named ?? USUAL;
}

/** Folders of a data directory that hold copies of the database: from before upgrades and from before restores. */
const FOLDERS = ['backups', 'before-restore'];

export async function listCopies(dataDir: string): Promise<string[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (name) => {
      const folder = join(resolve(dataDir), name);
      return (await readdir(folder).catch(() => [])).map((copy) => join(folder, copy));
    }),
  );
  return listed.flat();
}

/** Said of the files of a database after something of it was deleted. */
export const ERASED: Record<ErasedState, string> = {
  erased: 'The files of the database were written anew: nothing of it is left in them.',
  elsewhere:
    'The files of the database stay as they are: old versions of its rows go when it is vacuumed (docs/operating.md).',
};

export function sayCopies(copies: readonly string[]): void {
  if (copies.length > 0)
    say(`Copies from before upgrades and restores are as they were; delete them: ${copies.join(' ')}`);
}
