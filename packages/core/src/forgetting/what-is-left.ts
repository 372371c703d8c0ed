import type { Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { findWhenForgotten } from './find-forgotten.ts';
import { tellingSentences } from '@memory/text/forgotten-text';
import { holdsAny } from './quotations.ts';
import { withoutQuotations } from './without-quotations.ts';

/** Something that comes in, and may have been forgotten. */
export interface Incoming {
  text: string;
  /** By which it is known as a whole. */
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
