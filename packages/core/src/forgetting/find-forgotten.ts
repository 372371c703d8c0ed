import { listTombstones, type Workspace, deleteTombstones, type UndoableChange } from '@memory/db';
import { digestOf, memoryText, textsOf, tellingSentences } from '@memory/text/forgotten-text';
import type { Services } from '../services.ts';
import { holdsAny, type Holds } from './quotations.ts';

const DIGESTS_MAX = 5_000;

type Knowing = Pick<Workspace, 'id' | 'tombstoneSalts'>;

/**
 * Which of some things were forgotten on purpose, each given by its texts. A workspace that has forgotten nothing is not
 * asked.
 * @returns the places of those that were
 */
export async function findForgotten(
  services: Pick<Services, 'db'>,
  workspace: Knowing,
  things: readonly (readonly string[])[],
): Promise<Set<number>> {
  return new Set((await findWhenForgotten(services, workspace, things)).keys());
}

/** The same, with the last time that something of each was forgotten. */
export async function findWhenForgotten(
  { db }: Pick<Services, 'db'>,
  { id, tombstoneSalts }: Knowing,
  things: readonly (readonly string[])[],
): Promise<Map<number, Date>> {
  const forgotten = new Map<number, Date>();
  if (tombstoneSalts.length === 0) return forgotten;
  const places = new Map<string, number[]>();
  for (const [place, texts] of things.entries())
    for (const text of texts)
      for (const salt of tombstoneSalts) {
        const digest = digestOf(salt, text);
        places.set(digest, [...(places.get(digest) ?? []), place]);
      }
  const digests = [...places.keys()];
  for (let start = 0; start < digests.length; start += DIGESTS_MAX)
    for (const found of await listTombstones(db, id, digests.slice(start, start + DIGESTS_MAX))) {
      const at = new Date(found.forgotten_at);
      for (const place of places.get(found.digest) ?? [])
        if (at > (forgotten.get(place) ?? 0)) forgotten.set(place, at);
    }
  return forgotten;
}

/** Begins the name of the batch that brings forgotten memories back. */
export const FORGOTTEN = 'forget:';

/** Memories that were brought back may come by import and capture again. */
export async function letComeAgain(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  changes: readonly UndoableChange[],
): Promise<void> {
  const texts = changes.flatMap(({ memory, before }) => {
    const [said] = (before as { memories?: { title: string; narrative: string }[] } | null)?.memories ?? [];
    return said ? [memoryText(memory.id), ...textsOf(said)] : [];
  });
  const digests = workspace.tombstoneSalts.flatMap((salt) => texts.map((text) => digestOf(salt, text)));
  if (digests.length > 0) await deleteTombstones(db, workspace.id, digests);
}

export interface Incoming {
  text: string;
  names: readonly string[];
  /** Text that was forgotten before this does not concern it; absent: all does. */
  writtenAt?: Date | undefined;
}

/**
 * The rest of texts without anything forgotten on purpose: one that is known as a whole goes, of any other those sentences
 * that were forgotten. People say the same short sentence about many things, so the rest of a text stays.
 * @returns for each what stays, or null when nothing does
 */
export async function whatIsLeft(
  { db }: Pick<Services, 'db'>,
  workspace: Pick<Workspace, 'id' | 'tombstoneSalts'>,
  things: readonly Incoming[],
): Promise<(string | null)[]> {
  if (workspace.tombstoneSalts.length === 0) return things.map(({ text }) => text);
  const sentences = things.flatMap(({ text }, place) =>
    tellingSentences(text).map((sentence) => ({ sentence, place })),
  );
  const when = await findWhenForgotten({ db }, workspace, [
    ...things.map(({ names }) => names),
    ...sentences.map(({ sentence }) => [sentence]),
  ]);
  const isForgotten = (known: number, { writtenAt }: Incoming) => {
    const at = when.get(known);
    return at !== undefined && (writtenAt === undefined || at >= writtenAt);
  };
  const phrases = Map.groupBy(
    sentences.filter(({ place }, index) => isForgotten(things.length + index, things[place] as Incoming)),
    ({ place }) => place,
  );
  return things.map((thing, place) => {
    if (isForgotten(place, thing)) return null;
    const quoted = phrases.get(place)?.map(({ sentence }) => sentence);
    return quoted ? withoutQuotations(thing.text, holdsAny(quoted)) : thing.text;
  });
}

/** A text without the sentences and lines that hold a quotation; null when nothing is left. */
export function withoutQuotations(text: string, holds: Holds): string | null {
  if (!holds(text)) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (!holds(line)) return [line];
    const rest = line.split(/(?<=[.!?]) /).filter((sentence) => !holds(sentence));
    return rest.length === 0 || holds(rest.join(' ')) ? [] : [rest.join(' ')];
  });
  const left = lines.join('\n').trim();
  // A quotation that goes over the end of a line cannot be cut out of it.
  return left === '' || holds(left) ? null : left;
}

/** The same for every text in a JSON value. */
export function jsonWithoutQuotations(value: unknown, holds: Holds): unknown {
  if (typeof value === 'string') return withoutQuotations(value, holds) ?? '';
  if (Array.isArray(value)) return value.map((item) => jsonWithoutQuotations(item, holds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      holds(name) ? [] : [[name, jsonWithoutQuotations(field, holds)]],
    ),
  );
}
