import { constants, cpSync, closeSync, fdatasync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { SHARE_OF_WORKSPACES } from './table-upkeep.ts';

/** Copies a folder that nobody writes to, modes included, and has the copy on the disk. */
export function copyFolder(from: string, to: string): void {
  // Where the file system can, the copy shares its blocks with the original.
  cpSync(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    preserveTimestamps: true,
    errorOnExist: true,
    force: false,
  });
  syncFolder(to);
}

/** Has all that lies in a folder on the disk before it returns. */
export function syncFolder(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  for (let start = 0; start < paths.length; start += TOGETHER) {
    const some = paths.slice(start, start + TOGETHER);
    syncAhead(some);
    for (const path of some) syncPath(path);
  }
  syncPath(folder);
}

/** Files whose syncs are begun at once: each has a descriptor meanwhile. */
const TOGETHER = 512;

/**
 * Begins to have files on the disk, several at a time, for a caller who then syncs each in turn and finds most of it done: of 120
 * files a fifth of the time. That caller hears of a failure too, since its descriptor is another.
 */
export function syncAhead(paths: readonly string[]): void {
  for (const path of paths.slice(0, TOGETHER)) {
    try {
      const descriptor = openSync(path, 'r');
      fdatasync(descriptor, () => closeSync(descriptor));
    } catch {
      // It is gone by now, or never had a name that can be opened.
    }
  }
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Tables with what callers gave, and the samples of it that the planner keeps. */
const TABLES = `select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace or c.oid = 'pg_statistic'::regclass)`;

const FORGET_SAMPLES = `delete from pg_statistic s using pg_class c
  where c.oid = s.starelid and c.relnamespace = 'public'::regnamespace`;

/** Segments of the log that were put by to be written again; they hold what they held. */
const SEGMENTS_AHEAD = `select count(*)::int as count from pg_ls_waldir()
  where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`;

/**
 * Writes the files of the database anew, without old versions of rows: PostgreSQL keeps those until their place is needed,
 * in tables and indexes as in the log. A statement at a time, so that others have their turns in between; whoever needs the
 * table that is being written waits for it.
 */
export async function eraseReplaced(engine: Engine): Promise<void> {
  // The samples are taken anew first, and their old versions go with those of all others. A table that is empty now would
  // keep its old ones.
  await engine.exec(FORGET_SAMPLES);
  await engine.exec('analyze');
  // No sample of this is taken: it was forgotten with them.
  await engine.exec(SHARE_OF_WORKSPACES);
  const { rows } = await engine.query<{ name: string }>(TABLES);
  for (const { name } of rows) await engine.exec(`vacuum full ${name}`);
  await engine.exec('set wal_recycle = off');
  try {
    // Segments behind a checkpoint are deleted now. The one at work is left for the next, which is written from its beginning
    // to its end: zeros behind the last entry. So all that were put by are gone through, and once more for the first.
    const ahead = await engine.query<{ count: number }>(SEGMENTS_AHEAD);
    for (let left = (ahead.rows[0]?.count ?? 0) + 2; left > 0; left -= 1) {
      await engine.exec('checkpoint');
      await engine.exec('select pg_switch_wal()');
    }
    await engine.exec('checkpoint');
  } finally {
    await engine.exec('reset wal_recycle');
  }
}
