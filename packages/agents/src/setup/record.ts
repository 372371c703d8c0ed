import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeOwnFile } from '../home/write-own-file.ts';
import type { Home } from '../home/find-home.ts';
import { ownCommand } from '../command/print.ts';

/** A file of the user's that was changed, so that it can be as it was. */
export interface ChangedFile {
  /** Name of the copy of what stood there before; null: there was no such file. */
  backup: string | null;
  /** SHA-256 of what was written, which is the name of its copy too: while the file has it, nobody else changed it. */
  written: string;
  /** Folders that were made for it, the outermost first. */
  folders: string[];
}

export interface SetupRecord {
  agents: string[];
  /** By path. */
  files: Record<string, ChangedFile>;
}

const recordFile = (home: Home) => join(home.state, 'setup.json');
const backups = (home: Home) => join(home.state, 'before-setup');

export const hashOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export function readRecord(home: Home): SetupRecord {
  if (!existsSync(recordFile(home))) return { agents: [], files: {} };
  try {
    const { agents, files } = JSON.parse(readFileSync(recordFile(home), 'utf8')) as SetupRecord;
    if (Array.isArray(agents) && typeof files === 'object') return { agents, files };
  } catch {
    // Told below.
  }
  throw new Error(
    `${recordFile(home)} cannot be read. Delete it and run ${ownCommand()} setup again, which knows its parts; copies of the files as they were lie in ${backups(home)}.`,
  );
}

/** An empty record leaves nothing behind. */
export function writeRecord(home: Home, record: SetupRecord): void {
  if (record.agents.length > 0 || Object.keys(record.files).length > 0) {
    writeOwnFile(recordFile(home), `${JSON.stringify(record, undefined, 2)}\n`);
    return;
  }
  rmSync(recordFile(home), { force: true });
  rmSync(backups(home), { recursive: true, force: true });
}

export function keepBackup(home: Home, bytes: Uint8Array): string {
  const name = hashOf(bytes);
  mkdirSync(backups(home), { recursive: true, mode: 0o700 });
  const path = join(backups(home), name);
  if (!existsSync(path)) writeOwnFile(path, bytes);
  return name;
}

export const readBackup = (home: Home, name: string): Buffer => readFileSync(join(backups(home), name));
