import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '@memory/text/error-facts';
import { keepToOwner } from './upload-secret.ts';

/** The holder of a data directory, and its address: also how the operator command finds the running server. */
export interface LockHolder {
  pid: number;
  /** When the process began, as the system reports it: a pid is used again, a pid with its start time is not. */
  startedAt: string;
  /** Known once the server listens. */
  url?: string;
  /** Lets a local operator in; readable by the owner of the directory only. */
  operatorToken: string;
}

export interface DataDirLock {
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/** Locks that may come and go while one is being taken. */
const ATTEMPTS_MAX = 20;

const lockFile = (dataDir: string) => join(resolve(dataDir), 'lock');

/**
 * Takes a data directory for this process. The embedded database has no lock of its own, and two processes on one
 * directory corrupt it; so the lock is a file beside it, taken over only from a process that is dead, never by age.
 * @throws when a living process holds it
 */
export async function lockDataDir(dataDir: string, operatorToken: string): Promise<DataDirLock> {
  const path = lockFile(dataDir);
  await keepToOwner(dirname(path));
  const holder: LockHolder = { pid: process.pid, startedAt: await processStart(process.pid), operatorToken };
  await take(path, holder, dataDir);
  return {
    async announce(url) {
      const written = await writeAside(path, { ...holder, url });
      await rename(written, path);
    },
    release: () => rm(path, { force: true }),
  };
}

async function take(path: string, holder: LockHolder, dataDir: string): Promise<void> {
  const written = await writeAside(path, holder);
  try {
    await linkOrRefuse(written, path, dataDir);
  } finally {
    await rm(written, { force: true });
  }
}

/** A lock is written aside: one that is half written would pass for one that is left over. */
async function writeAside(path: string, holder: LockHolder): Promise<string> {
  const written = `${path}.${process.pid}`;
  await writeFile(written, JSON.stringify(holder), { mode: 0o600 });
  return written;
}

async function linkOrRefuse(written: string, path: string, dataDir: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await link(written, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || attempt === ATTEMPTS_MAX) throw error;
    }
    const found = await readLock(path);
    // Released meanwhile.
    if (found === undefined) continue;
    const other = await livingHolder(found);
    if (other)
      throw new Error(
        `The data directory ${resolve(dataDir)} is in use by process ${other.pid}${other.url ? ` at ${other.url}` : ''}. Stop it, or set DATA_DIR to another directory.`,
      );
    await removeLeftOver(written, { path, found, dataDir });
  }
}

/**
 * Removes a lock whose process is dead, and never the one that another process has put in its place: to remove a lock a
 * process holds a second one, named after the very lock that it found dead, and looks again. A second lock that is left
 * over is removed in the same way.
 */
async function removeLeftOver(
  written: string,
  { path, found, dataDir }: { path: string; found: string; dataDir: string },
): Promise<void> {
  const right = `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
  await linkOrRefuse(written, right, dataDir);
  try {
    if ((await readLock(path)) === found) await rm(path);
  } finally {
    await rm(right);
  }
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function findLockHolder(dataDir: string): Promise<LockHolder | undefined> {
  const found = await readLock(lockFile(dataDir)).catch(() => undefined);
  return found === undefined ? undefined : livingHolder(found);
}

async function livingHolder(lock: string): Promise<LockHolder | undefined> {
  let holder: LockHolder;
  try {
    holder = JSON.parse(lock) as LockHolder;
  } catch {
    return undefined;
  }
  return (await processStart(holder.pid)) === holder.startedAt.split(' ').filter(Boolean).join(' ') &&
    isAlive(holder.pid)
    ? holder
    : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @returns an empty text where the system has no `ps`; a living pid then counts as the same process */
async function processStart(pid: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    const [state = '', ...start] = stdout.trim().split(' ').filter(Boolean);
    // Killed, and not noticed by the process that started it, which may be one that never looks.
    return state.startsWith('Z') ? 'dead' : start.join(' ');
  } catch {
    return '';
  }
}
