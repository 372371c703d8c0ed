import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { listWorkspaces, openDatabase } from '@memory/db';
import { writeOwnFile } from '../../home/write-own-file.ts';
import { findLockHolder, isAlive, lockDataDir } from '@memory/service/lock';
import { SERVICE_VERSION } from '@memory/service/service-version';
import { localOperator } from '../../operator/operator.ts';
import { keepTreeToOwner, digestFiles, MANIFEST, type Manifest } from './backup-files.ts';

/**
 * Copies the data of a local service, running or not, into a folder of its own, opens the copy to see that it is whole, and
 * only then gives the folder its name.
 * @throws when the folder is there
 */
export async function backUp(dataDir: string, target: string): Promise<Manifest> {
  const folder = resolve(target);
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  await removeLeftOver(folder);
  const part = `${folder}${PART}${process.pid}`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    await copyDatabase(dataDir, join(part, 'database'));
    const uploads = join(dataDir, 'uploads');
    if (existsSync(uploads)) await copyTree(uploads, join(part, 'uploads'));
    await keepTreeToOwner(part);
    const manifest: Manifest = {
      format: 'workspace-memory-backup',
      version: 1,
      release: SERVICE_VERSION,
      made_at: new Date().toISOString(),
      workspaces: await readWorkspaces(part),
      files: await digestFiles(part),
    };
    writeOwnFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    await rename(part, folder);
    await note(dataDir, folder, manifest);
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Behind it stands the process that writes it. */
const PART = '.part-';

async function removeLeftOver(folder: string): Promise<void> {
  const beginning = `${basename(folder)}${PART}`;
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    const [, pid] =
      /^(\d+)(?:-trial)?$/u.exec(name.startsWith(beginning) ? name.slice(beginning.length) : '') ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

async function copyDatabase(dataDir: string, folder: string): Promise<void> {
  const holder = await findLockHolder(dataDir);
  if (holder?.url) {
    await (await localOperator(dataDir)).copyDatabase({ folder });
    return;
  }
  const database = join(dataDir, 'database');
  if (!existsSync(join(database, 'PG_VERSION')))
    throw new Error(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR, or start the service whose data is meant.`,
    );
  // The lock keeps the service from starting meanwhile.
  const lock = await lockDataDir(dataDir, randomBytes(24).toString('base64url'));
  try {
    await copyTree(database, folder);
  } finally {
    await lock.release();
  }
}

const copyTree = (from: string, to: string) =>
  cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true });

/** Opens a copy of the copy: a database that is opened is changed. */
async function readWorkspaces(part: string): Promise<Manifest['workspaces']> {
  const trial = `${part}-trial`;
  try {
    await copyTree(join(part, 'database'), trial);
    const { db, close } = await openDatabase({ driver: 'pglite', dataDir: trial });
    try {
      const workspaces = await listWorkspaces(db, { limit: WORKSPACES_MAX, after: null });
      return workspaces.map(({ id, name, memories }) => ({ id, name, memories }));
    } finally {
      await close();
    }
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/** Workspaces that are named; the rest is not. */
const WORKSPACES_MAX = 1_000;

async function note(dataDir: string, file: string, { workspaces }: Manifest): Promise<void> {
  if (!(await findLockHolder(dataDir))?.url) return;
  const operator = await localOperator(dataDir);
  for (const { id: workspaceId } of workspaces)
    await operator.describeExport({ workspaceId, file }).catch(() => undefined);
}
