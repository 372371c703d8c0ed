import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { globby } from 'globby';
import { writeOwnFile } from '../../home/write-own-file.ts';
import { messageOf } from '@memory/text/error-facts';
import { readRegularFile, readRegularText } from '@memory/text/strange-files';
import { readNote, type Note } from './note.ts';

/** In the folder of an export: which memories were written, and where. */
const LIST = '.workspace-memory-notes.json';

/** A note of a memory is short; what is longer was not written by hand. */
const BYTES_MAX = 2 ** 20;

/** Some 100 bytes for each of a million notes. */
const LIST_BYTES_MAX = 128 * 2 ** 20;

export interface FoundNote {
  path: string;
  note: Note;
  writtenAt: string;
}

export interface UnreadNote {
  path: string;
  reason: string;
}

/** Every note of a folder, one at a time, whatever lies between; hidden files are passed over. */
export async function* readNotes(folder: string): AsyncGenerator<FoundNote | UnreadNote> {
  const paths = await globby('**/*.md', { cwd: folder, followSymbolicLinks: false, onlyFiles: true });
  for (const path of paths.toSorted()) {
    try {
      const { mtime } = await stat(join(folder, path));
      const bytes = await readRegularFile(join(folder, path), BYTES_MAX);
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      yield { path, note: readNote(text, basename(path, '.md')), writtenAt: mtime.toISOString() };
    } catch (error) {
      yield { path, reason: messageOf(error).split('\n')[0] ?? '' };
    }
  }
}

/** Paths of the notes that an export has written, by the id of their memory; undefined where there was none. */
export function readNotesList(folder: string): Map<string, string> | undefined {
  const text = readRegularText(join(folder, LIST), LIST_BYTES_MAX);
  if (text === undefined) return undefined;
  try {
    const { notes } = JSON.parse(text) as { notes: Record<string, string> };
    return new Map(Object.entries(notes));
  } catch {
    return new Map();
  }
}

export function writeNotesList(folder: string, notes: ReadonlyMap<string, string>): void {
  const sorted = [...notes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeOwnFile(
    join(folder, LIST),
    `${JSON.stringify({ format: 'workspace-memory-notes', version: 1, notes: Object.fromEntries(sorted) }, null, 1)}\n`,
  );
}
