import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeOwnFile } from '../../home/write-own-file.ts';
import {
  beginRestore,
  comingFolder,
  endRestore,
  RESTORED_PARTS,
  undoHalfRestore,
} from '@memory/service/half-restore';
import { requireKnownRelease } from '@memory/service/data-version';
import { findLockHolder, lockDataDir } from '@memory/service/lock';
import { type Manifest, keepTreeToOwner } from './backup-files.ts';

export interface Restored {
  data: string;
  /** Where that lies which was there before; null where nothing was. */
  put_aside: string | null;
}

/** @throws when a service runs on the directory, or this release cannot read the backup */
export async function checkRestorable(dataDir: string, { release }: Manifest): Promise<void> {
  const holder = await findLockHolder(dataDir);
  if (holder)
    throw new Error(
      `A service is running on ${resolve(dataDir)} (process ${holder.pid}). Stop it first: workspace-memory down.`,
    );
  requireKnownRelease('The backup', release);
}

/** Puts a verified backup in the place of what a data directory holds, which is kept beside it. */
export async function restore(dataDir: string, backup: string, { release }: Manifest): Promise<Restored> {
  const data = resolve(dataDir);
  const lock = await lockDataDir(data, randomBytes(24).toString('base64url'));
  const mark = new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, '');
  const coming = comingFolder(data, mark);
  const aside = join(data, 'before-restore', mark);
  try {
    // Of an earlier one that was killed.
    await undoHalfRestore(data);
    await mkdir(coming, { mode: 0o700 });
    for (const part of RESTORED_PARTS)
      if (existsSync(join(backup, part)))
        await cp(join(backup, part), join(coming, part), {
          recursive: true,
          mode: constants.COPYFILE_FICLONE,
          preserveTimestamps: true,
        });
    await keepTreeToOwner(coming);
    const there = RESTORED_PARTS.filter((part) => existsSync(join(data, part)));
    if (there.length > 0) await mkdir(aside, { recursive: true, mode: 0o700 });
    await beginRestore(data, aside);
    for (const part of there) await rename(join(data, part), join(aside, part));
    for (const part of RESTORED_PARTS)
      if (existsSync(join(coming, part))) await rename(join(coming, part), join(data, part));
    // By which the service knows whether it has to upgrade the database.
    writeOwnFile(join(data, 'version'), `${release}\n`);
    await endRestore(data);
    return { data, put_aside: there.length > 0 ? aside : null };
  } catch (error) {
    await undoHalfRestore(data);
    throw error;
  } finally {
    await rm(coming, { recursive: true, force: true });
    await lock.release();
  }
}
