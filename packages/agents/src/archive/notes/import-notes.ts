import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Client } from '@memory/client';
import type { ConflictRule, WorkspaceRecordInput } from '@memory/contracts';
import type { ImportReport } from '../import-report.ts';
import { exportRecords } from '../read-records.ts';
import { receiverOf, sendRecords, type SentItem } from '../send-records.ts';
import { relationshipTypeOf, type NoteRelation } from './note-syntax.ts';
import { contentOf, digestOf } from './note.ts';
import { readNotes, readNotesList, type FoundNote } from './notes-folder.ts';
import { say } from '../../command/print.ts';

type MemoryInput = Extract<WorkspaceRecordInput, { record: 'memory' }>;

interface ReadNote {
  found: FoundNote;
  record: MemoryInput;
}

export interface ImportNotesOptions {
  report: ImportReport;
  dryRun?: boolean | undefined;
  /** Rule for a memory that was changed in the workspace as well; default: it stays. */
  onConflict?: ConflictRule | undefined;
  /** Delete memories whose notes are gone, and retract relationships that are no longer listed. */
  isDeleting?: boolean | undefined;
}

export interface ImportedNotes {
  /** Remarks on single files. */
  notes: { path: string; message: string }[];
  retracted: number;
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
  { report, dryRun = false, onConflict, isDeleting = false }: ImportNotesOptions,
): Promise<ImportedNotes> {
  const told: ImportedNotes['notes'] = [];
  const tell = (path: string, message: string) => told.push({ path, message });
  const notes = await readAll(folder, tell);
  // A note that is malformed is there all the same.
  const passedOver = new Set(told.map(({ path }) => path));
  const here = await readHere(client);
  const meant: SentItem[] = [];
  const own: SentItem[] = [];
  for (const { found, record } of notes.values()) {
    const { note, path } = found;
    const current = here.get(record.id)?.digest;
    const item = { records: [record], place: path };
    if (!note.origin) own.push(item);
    else if (current === undefined) meant.push(item);
    // A memory that was changed since the export and not in its note is no matter of the note.
    else if (!note.isEdited || current === digestOf(note.content)) report.count(record, 'unchanged', path);
    else if (current === note.digest || onConflict === 'overwrite') meant.push(item);
    else {
      report.count(record, 'kept', path);
      tell(
        path,
        'was edited, and so was its memory, which stays: --on-conflict overwrite takes what the note says.',
      );
    }
  }
  const receive = receiverOf(client);
  await sendRecords(receive, meant, { report, dryRun, onConflict: 'overwrite' });
  await sendRecords(receive, own, { report, dryRun, onConflict });
  const { declared, lost } = await compareRelations(client, notes, { here, tell });
  await sendRecords(receive, declared, { report, dryRun });
  if (!isDeleting)
    for (const { path, type, target } of lost)
      tell(path, `no longer lists ${type} ${target}, which stays: --delete retracts it.`);
  else if (!dryRun)
    for (const { id } of lost)
      await client.deleteRelationship({ query: { relationship_id: id } }).catch(() => undefined);
  const list = readNotesList(folder) ?? new Map<string, string>();
  const gone = [...list].filter(([id, path]) => !notes.has(id) && !passedOver.has(path) && here.has(id));
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
  return { notes: told, retracted: isDeleting ? lost.length : 0, gone: gone.map(([, path]) => path) };
}

/** Memories deleted at once, of 100 identifiers. */
const DELETE_MAX = 50;

export function printNotes(
  { notes, retracted, gone }: ImportedNotes,
  { dryRun, isDeleting }: { dryRun: boolean; isDeleting: boolean },
): void {
  const would = dryRun ? 'would be ' : '';
  for (const { path, message } of notes) say(`${path} ${message}`);
  if (retracted > 0) say(`${retracted} relationships ${would}retracted.`);
  for (const path of gone)
    say(`${path} is gone: its memory ${isDeleting ? `${would}deleted.` : 'stays; --delete deletes it.'}`);
}

type Tell = (path: string, message: string) => void;

async function readAll(folder: string, tell: Tell): Promise<Map<string, ReadNote>> {
  const notes = new Map<string, ReadNote>();
  for await (const found of readNotes(folder)) {
    if (!('note' in found)) {
      tell(found.path, `is passed over: ${found.reason}`);
      continue;
    }
    const record = recordOf(found, basename(folder));
    const first = notes.get(record.id);
    if (first) tell(found.path, `is passed over: it names the same memory as ${first.found.path}.`);
    else notes.set(record.id, { found, record });
  }
  return notes;
}

function recordOf({ path, note, writtenAt }: FoundNote, folder: string): MemoryInput {
  const { origin, content, permalink } = note;
  const created = origin ? origin.created_at : note.created;
  const modified = origin ? origin.updated_at : (note.modified ?? writtenAt);
  const createdAt = created ?? writtenAt;
  return {
    record: 'memory',
    // A note of somebody's own that is imported again means the same memory.
    ...(origin ?? { id: idFrom(`note ${folder}/${permalink ?? path}`) }),
    ...content,
    created_at: createdAt,
    updated_at: modified === null || modified <= createdAt ? null : modified,
  };
}

/** A UUID of version 8 that is made from a text: the same each time. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface Here {
  memory_id: string | null;
  /** Digest of what its note would say now. */
  digest: string;
}

async function readHere(client: Client): Promise<Map<string, Here>> {
  const here = new Map<string, Here>();
  for await (const memory of exportRecords(client, { kinds: ['memory'] }))
    here.set(memory.id, { memory_id: memory.memory_id, digest: digestOf(contentOf(memory)) });
  return here;
}

/** A declared relationship that an edited note lists no more. */
interface LostRelation {
  id: string;
  path: string;
  type: string;
  target: string;
}

/** Relations of notes not declared yet, and lost ones of edited notes. */
async function compareRelations(
  client: Client,
  notes: ReadonlyMap<string, ReadNote>,
  { here, tell }: { here: ReadonlyMap<string, unknown>; tell: Tell },
): Promise<{ declared: SentItem[]; lost: LostRelation[] }> {
  // A memory that was not here has none of its own yet.
  const changed = [...notes].filter(([id, { found }]) => !here.has(id) || found.note.isRelatedAnew);
  const compared = { declared: [] as SentItem[], lost: [] as LostRelation[] };
  if (changed.every(([id, { found }]) => !here.has(id) && found.note.relations.length === 0)) return compared;
  const before = new Map<string, { id: string; type: string; target: string }[]>();
  for await (const { id, source, target, ...relationship } of exportRecords(client, {
    kinds: ['relationship'],
  }))
    if (relationship.discovery_method === 'manual')
      before.set(source, [
        ...(before.get(source) ?? []),
        { id, type: relationship.relationship_type, target },
      ]);
  const named = namesOf(notes);
  for (const [source, { found }] of changed) {
    const { note, path } = found;
    const targets = new Set<string>();
    for (const [index, relation] of note.relations.entries()) {
      const target = named.get(relation.target.toLowerCase());
      if (target === undefined || target === source) {
        // A text's target need not be a note.
        if (index >= note.toldCount || !note.origin)
          tell(path, `lists [[${relation.target}]], which is no other note here.`);
        continue;
      }
      targets.add(target);
      if (!before.get(source)?.some((each) => each.target === target))
        compared.declared.push({ records: [declaredOf(source, target, relation)], place: path });
    }
    // A note of somebody else's lists what it likes.
    if (note.origin)
      for (const { id, type, target } of before.get(source) ?? []) {
        const other = notes.get(target);
        if (other && !targets.has(target)) compared.lost.push({ id, path, type, target: other.found.path });
      }
  }
  return compared;
}

/** Only three types can be declared; any other word relates, and stands in the context. */
function declaredOf(source: string, target: string, { type, context }: NoteRelation) {
  const declared = relationshipTypeOf(type);
  return {
    record: 'relationship',
    external_id: `relation ${source} ${declared} ${target}`,
    source,
    target,
    relationship_type: declared,
    context: context ?? (declared === type ? null : type),
  };
}

/** Notes by permalink, path and title; a title that two have means neither. */
function namesOf(notes: ReadonlyMap<string, ReadNote>): Map<string, string> {
  const titles = new Map<string, string | undefined>();
  const names = new Map<string, string>();
  for (const [id, { found }] of notes) {
    const title = found.note.content.title.toLowerCase();
    titles.set(title, titles.has(title) ? undefined : id);
    names.set(found.path.replace(/\.md$/u, '').toLowerCase(), id);
    if (found.note.permalink !== null) names.set(found.note.permalink.toLowerCase(), id);
  }
  for (const [title, id] of titles) if (id !== undefined && !names.has(title)) names.set(title, id);
  return names;
}
