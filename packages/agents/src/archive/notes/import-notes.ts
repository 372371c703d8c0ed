import { basename } from 'node:path';
import type { Client } from '@memory/client';
import type { ConflictRule } from '@memory/contracts';
import { exportRecords } from '../records/export-records.ts';
import { sendRecords, type SentRecords } from '../records/send-records.ts';
import { idFrom } from './id-from.ts';
import { importRelations } from './import-relations.ts';
import { contentOf, digestOf } from './note.ts';
import type { MemoryInput, ReadNote, Told } from './read-note.ts';
import { readNotes, readNotesList, type FoundNote } from './notes-folder.ts';

export interface ImportNotesOptions {
  dryRun?: boolean | undefined;
  /** What becomes of a memory that was changed in the workspace as well; default: it stays. */
  onConflict?: ConflictRule | undefined;
  /** Delete memories whose notes are gone, and retract relationships that are no longer listed. */
  isDeleting?: boolean | undefined;
}

export interface ImportedNotes extends SentRecords {
  /** What is to be said of single files. */
  notes: Told[];
  relations: { declared: number; retracted: number };
  /** Notes of the export that are no longer there, though their memories are. */
  gone: string[];
}

/**
 * Imports a folder of notes: an edited note changes its memory, a new one is a new memory, and of one that is gone it is
 * told. A memory that was changed in the workspace as well since the export stays, and that is told.
 */
export async function importNotes(
  client: Client,
  folder: string,
  { dryRun = false, onConflict, isDeleting = false }: ImportNotesOptions = {},
): Promise<ImportedNotes> {
  const told: Told[] = [];
  const notes = await readAll(folder, told);
  const here = await readHere(client);
  const edited: ReadNote[] = [];
  const asTheyWere: ReadNote[] = [];
  const own: ReadNote[] = [];
  for (const each of notes.values()) {
    const { note, path } = each.found;
    const current = here.get(each.record.id)?.digest;
    if (!note.origin) own.push(each);
    else if (digestOf(note) === note.digest || current === undefined) asTheyWere.push(each);
    else if (current === note.digest || onConflict === 'overwrite') edited.push(each);
    else if (current !== digestOf(note))
      told.push({
        path,
        message:
          'was edited, and so was its memory, which stays: --on-conflict overwrite takes what the note says.',
      });
    else asTheyWere.push(each);
  }
  const sent = await sendRecords(client, placed(edited), { dryRun, onConflict: 'overwrite' });
  // Memories that were changed since the export and not in their notes are no matter of the notes.
  const unedited = await sendRecords(client, placed(asTheyWere), { dryRun, onConflict: 'keep' });
  add(sent, withoutKept(unedited));
  add(sent, await sendRecords(client, placed(own), { dryRun, onConflict: onConflict ?? 'newer' }));
  const relations = await importRelations(client, notes, { here, dryRun, isDeleting, told });
  const gone = await tellGone(client, { folder, notes, here, dryRun, isDeleting });
  return { ...sent, notes: told, relations, gone };
}

async function readAll(folder: string, told: Told[]): Promise<Map<string, ReadNote>> {
  const notes = new Map<string, ReadNote>();
  for await (const found of readNotes(folder)) {
    if (!('note' in found)) {
      told.push({ path: found.path, message: `is passed over: ${found.reason}` });
      continue;
    }
    const record = recordOf(found, basename(folder));
    const first = notes.get(record.id);
    if (first)
      told.push({
        path: found.path,
        message: `is passed over: it names the same memory as ${first.found.path}.`,
      });
    else notes.set(record.id, { found, record });
  }
  return notes;
}

function recordOf({ path, note, writtenAt }: FoundNote, folder: string): MemoryInput {
  const { title, narrative, tags, concepts, source_files, importance_score, confidence_score } = note;
  const content = {
    record: 'memory' as const,
    title,
    narrative,
    memory_type: note.memory_type as MemoryInput['memory_type'],
    tags,
    concepts,
    source_files,
    importance_score,
    confidence_score,
  };
  if (note.origin) {
    const { created_at, updated_at, ...origin } = note.origin;
    const createdAt = created_at ?? writtenAt;
    return {
      ...content,
      ...origin,
      created_at: createdAt,
      updated_at: updated_at === createdAt ? null : updated_at,
    };
  }
  const createdAt = note.created ?? writtenAt;
  const modified = note.modified ?? writtenAt;
  return {
    ...content,
    // Whoever imports the note again means the same memory.
    id: idFrom(`note ${folder}/${note.permalink ?? path}`),
    created_at: createdAt,
    updated_at: modified > createdAt ? modified : null,
  };
}

interface Here {
  memory_id: string | null;
  /** Digest of what its note would say now. */
  digest: string;
}

async function readHere(client: Client): Promise<Map<string, Here>> {
  const here = new Map<string, Here>();
  for await (const memory of exportRecords(client, { kinds: ['memory'] }))
    if (memory.record === 'memory')
      here.set(memory.id, { memory_id: memory.memory_id, digest: digestOf(contentOf(memory)) });
  return here;
}

async function* placed(notes: readonly ReadNote[]) {
  for (const { record, found } of notes) yield { record, place: found.path };
}

/** Without what is said of memories that stay as they are. */
function withoutKept({ outcomes, samples, messages }: SentRecords): SentRecords {
  const { kept = 0, unchanged = 0, ...memory } = outcomes.memory ?? {};
  const told = kept > 0 ? [] : messages;
  return {
    outcomes: { memory: { ...memory, ...(kept + unchanged > 0 ? { unchanged: kept + unchanged } : {}) } },
    samples,
    messages: told,
    messageCount: told.length,
  };
}

function add(sum: SentRecords, { outcomes, samples, messages, messageCount }: SentRecords): void {
  for (const [outcome, count] of Object.entries(outcomes.memory ?? {})) {
    const counts = (sum.outcomes.memory ??= {});
    const name = outcome as keyof typeof counts;
    counts[name] = (counts[name] ?? 0) + count;
  }
  sum.samples.push(...samples);
  sum.messages.push(...messages);
  sum.messageCount += messageCount;
}

/** Memories deleted at once, of 100 identifiers. */
const DELETE_MAX = 50;

/** Notes of the export that are no longer there, though their memories are. @returns their paths */
async function tellGone(
  client: Client,
  {
    folder,
    notes,
    here,
    dryRun,
    isDeleting,
  }: {
    folder: string;
    notes: ReadonlyMap<string, ReadNote>;
    here: ReadonlyMap<string, Here>;
    dryRun: boolean;
    isDeleting: boolean;
  },
): Promise<string[]> {
  const list = readNotesList(folder) ?? new Map<string, string>();
  const gone = [...list].filter(([id]) => !notes.has(id) && here.has(id));
  if (isDeleting && !dryRun)
    for (let start = 0; start < gone.length; start += DELETE_MAX)
      await client.batchDeleteMemories({
        body: {
          // One of the two is what the deployment knows memories by; the other counts for nothing.
          memory_ids: gone
            .slice(start, start + DELETE_MAX)
            .flatMap(([id]) => [id, here.get(id)?.memory_id ?? id]),
        },
      });
  return gone.map(([, path]) => path);
}
