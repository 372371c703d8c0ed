import { listTombstones, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { digestOf } from './forgotten-text.ts';

/** Digests a statement. */
const DIGESTS_MAX = 5_000;

/**
 * Which of some things were forgotten on purpose, each given by its texts. A workspace that has forgotten nothing is not
 * asked.
 * @returns the places of those that were
 */
export async function findForgotten(
  { db }: Pick<Services, 'db'>,
  { id, tombstoneSalts }: Pick<Workspace, 'id' | 'tombstoneSalts'>,
  things: readonly (readonly string[])[],
): Promise<Set<number>> {
  const forgotten = new Set<number>();
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
    for (const digest of await listTombstones(db, id, digests.slice(start, start + DIGESTS_MAX)))
      for (const place of places.get(digest) ?? []) forgotten.add(place);
  return forgotten;
}
