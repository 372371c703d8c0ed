import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Together about a second. */
const RENAME_TRIES = 10;
const RENAME_PAUSE_MS = 20;

interface Modes {
  /** Of the file; by default its owner alone may read it. */
  mode?: number;
  /** Of folders that are missing. */
  folderMode?: number;
}

/** Writes a file whole or not at all, and has it on the disk before it returns. */
export function writeOwnFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, folderMode = 0o700 }: Modes = {},
): void {
  mkdirSync(dirname(path), { recursive: true, mode: folderMode });
  const aside = `${path}.${process.pid}.tmp`;
  const descriptor = openSync(aside, 'w', mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  chmodSync(aside, mode);
  renameOver(aside, path);
}

/** Windows refuses while a scanner or another program has a file open; other systems succeed or fail at once. */
export function renameOver(from: string, to: string): void {
  for (let tries = 1; ; tries += 1)
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isHeld = process.platform === 'win32' && ['EACCES', 'EBUSY', 'EPERM'].includes(code);
      if (!isHeld || tries === RENAME_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tries * RENAME_PAUSE_MS);
    }
}
