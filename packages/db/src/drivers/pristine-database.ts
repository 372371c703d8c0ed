import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { syncFolder, syncPath } from './embedded-engine/folder-files.ts';

/** Beside the programs of the installed package; a clone of the repository has none. */
const FILE = new URL('../pristine.tar.gz', import.meta.url);

const BLOCK = 512;
const FOLDER = '5'.charCodeAt(0);

/**
 * Puts an empty database with the schema in place where there is none yet: making one takes most of a first start. The engine
 * could unpack it itself, in memory that it keeps: 70 MB.
 */
export function layPristineDatabase(dataDir: string | undefined): void {
  if (dataDir === undefined || existsSync(join(dataDir, 'PG_VERSION')) || !existsSync(FILE)) return;
  const folder = resolve(dataDir);
  const aside = `${folder}.new`;
  // Of a process that was killed while it made one.
  rmSync(aside, { recursive: true, force: true });
  unpackDump(gunzipSync(readFileSync(FILE)), aside);
  syncFolder(aside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
  syncPath(dirname(folder));
}

export function unpackDump(dump: Buffer, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, content } of entriesOf(dump)) {
    const path = join(folder, name);
    if (content === undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, content, { mode: 0o600 });
    }
  }
}

/** Of the engine's own dump, which has files and folders with short names and nothing else. */
function* entriesOf(tar: Buffer): Generator<{ name: string; content: Buffer | undefined }> {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const text = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).split('\0')[0] ?? '';
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const isFolder = tar[at + 156] === FOLDER;
    const start = at + BLOCK;
    yield { name: text(0, 100), content: isFolder ? undefined : tar.subarray(start, start + size) };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
