import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@memory/client';
import type { RecordOf } from '@memory/contracts';
import { writeOwnFile } from '../../home/write-own-file.ts';
import { exportRecords } from '../read-records.ts';
import { saysSame, tailOf, takeFieldsOut, writeNote, type Note } from './note.ts';
import { readNotes, readNotesList, writeNotesList } from './notes-folder.ts';
import { say } from '../../command/print.ts';

interface ExportNotesOptions {
  folder: string;
  /** Write into a folder that holds something. */
  force?: boolean;
}

export interface ExportedNotes {
  folder: string;
  notes: number;
  /** Notes that were edited and not imported: they stay. */
  edited: string[];
  removed: string[];
  /** The same, which were edited and stay. */
  left: string[];
  /** Memories that have no note, since they are sections of documents. */
  sections: number;
}

/**
 * Writes every memory as a note that people and basic-memory read and edit; relationships that were declared stand in
 * both. A note that was edited and not imported stays as it is, and one that was moved stays where it is.
 */
export async function exportNotes(
  client: Client,
  { folder, force = false }: ExportNotesOptions,
): Promise<ExportedNotes> {
  const known = readNotesList(folder);
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0 && known === undefined && !force)
    throw new Error(`${folder} is not empty, and holds no notes of an export. --force writes into it.`);
  const places = new Map<string, string>();
  const edited = new Map<string, Note>();
  for await (const found of readNotes(folder)) {
    if (!('note' in found) || !found.note.origin) continue;
    const { id } = found.note.origin;
    places.set(id, found.path);
    if (found.note.isEdited || found.note.isRelatedAnew) edited.set(id, found.note);
  }
  const { notes, sections, relations } = await look(client, places);
  const written = new Map<string, string>();
  let count = 0;
  for await (const memory of exportRecords(client, { kinds: ['memory'], file: folder })) {
    const own = memory.section ? undefined : notes.get(memory.id);
    // Stored since it was looked at: the next export has it.
    if (!own) continue;
    written.set(memory.id, own.path);
    const declared = (relations.get(memory.id) ?? []).flatMap(({ target, type, context }) => {
      const names = notes.get(target)?.names;
      return names ? [{ type, context, targets: names }] : [];
    });
    const note = edited.get(memory.id);
    if (note && !saysSame(note, memory, declared)) continue;
    edited.delete(memory.id);
    writeOwnFile(
      join(folder, own.path),
      writeNote(memory, { permalink: withoutEnding(pathOf(memory)), declared }),
    );
    count += 1;
  }
  const removed: string[] = [];
  const left: string[] = [];
  // These notes are of memories that are gone.
  for (const [id, path] of places)
    if (!written.has(id) && known?.has(id)) {
      if (edited.has(id)) left.push(path);
      else {
        await rm(join(folder, path), { force: true });
        removed.push(path);
      }
    }
  writeNotesList(folder, written);
  const kept = [...edited.keys()].flatMap((id) => written.get(id) ?? []);
  return { folder, notes: count, edited: kept, removed, left, sections };
}

export function printExportedNotes({ folder, notes, edited, removed, left, sections }: ExportedNotes): void {
  say(`${folder}: ${notes} notes`);
  if (sections > 0) say(`${sections} sections of documents have no note: their documents are files already.`);
  for (const path of edited) say(`${path} was edited and stays: import it first.`);
  for (const path of removed) say(`${path} removed: its memory is gone.`);
  for (const path of left) say(`${path} stays: its memory is gone, and it was edited.`);
}

const withoutEnding = (path: string): string => path.replace(/\.md$/u, '');

/** Where each memory is to be written, what others may call its note, and what was declared of it. */
async function look(client: Client, places: ReadonlyMap<string, string>) {
  const notes = new Map<string, { path: string; names: string[] }>();
  let sections = 0;
  for await (const memory of exportRecords(client, { kinds: ['memory'] })) {
    if (memory.section) {
      sections += 1;
      continue;
    }
    const path = places.get(memory.id) ?? pathOf(memory);
    const { permalink } = takeFieldsOut(memory.narrative).fields;
    const names = [withoutEnding(path), withoutEnding(pathOf(memory)), memory.title, permalink];
    notes.set(memory.id, { path, names: names.filter((name) => typeof name === 'string') });
  }
  const relations = new Map<string, { type: string; target: string; context: string | null }[]>();
  for await (const relationship of exportRecords(client, { kinds: ['relationship'] })) {
    if (relationship.discovery_method !== 'manual') continue;
    const { source, target, relationship_type: type, context } = relationship;
    relations.set(source, [...(relations.get(source) ?? []), { type, target, context }]);
  }
  return { notes, sections, relations };
}

/** By type and title; the end of the id keeps two of one title apart. */
function pathOf({ id, title, memory_type }: RecordOf<'memory'>): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/gu, '');
  return `${memory_type}/${[slug, tailOf(id)].filter(Boolean).join('-')}.md`;
}

/** Characters; some file systems take no longer paths. */
const SLUG_MAX = 60;
