import type { Client } from '@memory/client';
import { MANUAL_RELATIONSHIP_TYPES, type WorkspaceRecordInput } from '@memory/contracts';
import { exportRecords } from '../records/export-records.ts';
import { sendRecords } from '../records/send-records.ts';
import { idFrom } from './id-from.ts';
import { relationsDigestOf, type NoteRelation } from './note.ts';
import type { ReadNote, Told } from './read-note.ts';

interface Declared {
  id: string;
  type: string;
  target: string;
}

/**
 * Declares what notes list and is not declared yet. What an edited note lists no more stays, and that is told, or is
 * retracted with `isDeleting`.
 */
export async function importRelations(
  client: Client,
  notes: ReadonlyMap<string, ReadNote>,
  {
    here,
    dryRun,
    isDeleting,
    told,
  }: { here: ReadonlyMap<string, unknown>; dryRun: boolean; isDeleting: boolean; told: Told[] },
): Promise<{ declared: number; retracted: number }> {
  const changed = [...notes].filter(
    // A memory that was not here has none of its own yet.
    ([id, { found }]) =>
      !here.has(id) || relationsDigestOf(found.note.relations) !== found.note.relations_digest,
  );
  if (changed.every(([id, { found }]) => !here.has(id) && found.note.relations.length === 0))
    return { declared: 0, retracted: 0 };
  const declared = await readDeclared(client);
  const named = namesOf(notes);
  const records: { record: WorkspaceRecordInput; place: string }[] = [];
  const retracted: string[] = [];
  for (const [source, { found }] of changed) {
    const listed = found.note.relations.flatMap((relation) => {
      const target = named.get(relation.target.toLowerCase());
      if (target !== undefined && target !== source) return [{ ...asDeclared(relation), target }];
      told.push({ path: found.path, message: `lists [[${relation.target}]], which is no other note here.` });
      return [];
    });
    const before = declared.get(source) ?? [];
    const isListed = (target: string) => listed.some((relation) => relation.target === target);
    for (const { type, target, context } of listed)
      if (!before.some((each) => each.target === target))
        for (const [from, to] of type === 'related_to'
          ? [
              [source, target],
              [target, source],
            ]
          : [[source, target]])
          records.push({
            place: found.path,
            record: {
              record: 'relationship',
              id: idFrom(`relation ${from} ${type} ${to}`),
              source: from ?? '',
              target: to ?? '',
              relationship_type: type,
              context,
              created_at: found.writtenAt,
            },
          });
    // A note of somebody else's lists what it likes.
    if (!found.note.origin) continue;
    const lost = before.filter(({ target }) => notes.has(target) && !isListed(target));
    if (isDeleting) retracted.push(...lost.map(({ id }) => id));
    else
      for (const { type, target } of lost)
        told.push({
          path: found.path,
          message: `no longer lists ${type} ${notes.get(target)?.found.path}, which stays: --delete retracts it.`,
        });
  }
  const { outcomes } = await sendRecords(
    client,
    (async function* () {
      yield* records;
    })(),
    { dryRun, onConflict: 'keep' },
  );
  if (!dryRun)
    for (const id of retracted)
      await client.deleteRelationship({ query: { relationship_id: id } }).catch(() => undefined);
  return { declared: outcomes.relationship?.created ?? 0, retracted: retracted.length };
}

/** Only three types can be declared; any other relates, and says how. */
function asDeclared({ type, context }: NoteRelation) {
  const known = MANUAL_RELATIONSHIP_TYPES.find((each) => each === type);
  return known ? { type: known, context } : { type: 'related_to' as const, context: context ?? type };
}

/** Notes by permalink, path and title; a title that two have means neither. */
function namesOf(notes: ReadonlyMap<string, ReadNote>): Map<string, string> {
  const titles = new Map<string, string | undefined>();
  const names = new Map<string, string>();
  for (const [id, { found }] of notes) {
    const title = found.note.title.toLowerCase();
    titles.set(title, titles.has(title) ? undefined : id);
    names.set(found.path.replace(/\.md$/u, '').toLowerCase(), id);
    if (found.note.permalink !== null) names.set(found.note.permalink.toLowerCase(), id);
  }
  for (const [title, id] of titles) if (id !== undefined && !names.has(title)) names.set(title, id);
  return names;
}

/** Declared relationships by their source. */
async function readDeclared(client: Client): Promise<Map<string, Declared[]>> {
  const declared = new Map<string, Declared[]>();
  for await (const relationship of exportRecords(client, { kinds: ['relationship'] })) {
    if (relationship.record !== 'relationship' || relationship.discovery_method !== 'manual') continue;
    const { id, source, target, relationship_type: type } = relationship;
    declared.set(source, [...(declared.get(source) ?? []), { id, type, target }]);
  }
  return declared;
}
