import { randomBytes } from 'node:crypto';
import { existsSync, constants } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { requireKnownRelease } from '@memory/service/data-version';
import {
  beginRestore,
  comingFolder,
  endRestore,
  RESTORED_PARTS,
  undoHalfRestore,
} from '@memory/service/half-restore';
import { findLockHolder, lockDataDir } from '@memory/service/lock';
import { writeOwnFile } from '../../home/write-own-file.ts';
import { localDataDir } from '../../operator/local-data-dir.ts';
import { verifyBackup, type Manifest, keepTreeToOwner } from './backup-files.ts';
import { canAsk, isYes } from '../../command/ask.ts';
import { print, say } from '../../command/print.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Copy all data of the service on this machine while it runs, and verify the copy.')
    .option('--output <folder>', 'folder to make; a name with the time in it unless given')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA service whose database is on a server (DATABASE_URL, AWS) is backed up there: docs/operating.md.',
    )
    .action(async ({ output, json }: { output?: string; json?: boolean }, command: Command) => {
      refuseElsewhere(command);
      const { backUp } = await import('./back-up.ts');
      const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, '');
      const folder = resolve(output ?? `workspace-memory-backup-${time}`);
      const { workspaces, files } = await backUp(await localDataDir(), folder);
      const bytes = Object.values(files).reduce((sum, [size]) => sum + size, 0);
      if (json) return print({ backup: folder, workspaces, files: Object.keys(files).length, bytes }, true);
      say(`${folder}: ${(bytes / 1e6).toFixed(0)} MB, opened and read.`);
      for (const { id, name, memories } of workspaces) say(`${id}  ${name}: ${memories} memories`);
      console.log('It holds everything, keys included as digests: keep it as you keep the data itself.');
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Replace the data on this machine with a backup; the old data is kept beside it.')
    .argument('<backup>', 'the folder that `admin backup` made')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action(async (given: string, { yes, json }: { yes?: boolean; json?: boolean }, command: Command) => {
      refuseElsewhere(command);
      const backup = resolve(given);
      // A folder that is named is meant, though nothing be in it yet.
      const dataDir = process.env['DATA_DIR'] || (await localDataDir());
      const manifest = await verifyBackup(backup);
      await checkRestorable(dataDir, manifest);
      const isThere = existsSync(join(dataDir, 'database'));
      if (!json) {
        say(`Backup of ${manifest.made_at}, release ${manifest.release}:`);
        for (const { id, name, memories } of manifest.workspaces) say(`${id}  ${name}: ${memories} memories`);
      }
      if (isThere && !yes && !(await isAgreed(resolve(dataDir)))) {
        process.exitCode = 1;
        return;
      }
      const restored = await restore(dataDir, backup, manifest);
      if (json) return print(restored, true);
      say(`Restored into ${restored.data}.`);
      if (restored.put_aside !== null)
        say(`What was there lies in ${restored.put_aside}; delete it when it is not needed.`);
    });
}

function refuseElsewhere(command: Command): void {
  const { env } = command.optsWithGlobals<{ env?: string }>();
  if (env !== undefined)
    throw new Error('An environment in AWS is backed up by its database: docs/operating.md says how.');
}

const isAgreed = async (dataDir: string): Promise<boolean> =>
  canAsk(`${dataDir} holds a database, and nobody can be asked here: --yes replaces it.`) &&
  (await isYes(`${dataDir} holds a database. Put the backup in its place, and keep that beside it? [y/N] `));

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
