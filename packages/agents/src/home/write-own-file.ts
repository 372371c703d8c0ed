import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file whole or not at all, for its owner's eyes only, and has it on the disk before it returns. */
export function writeOwnFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}.tmp`;
  const descriptor = openSync(aside, 'w', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  renameSync(aside, path);
}
