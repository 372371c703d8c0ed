import { listTombstones, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { digestOf } from '@memory/text/forgotten-text';

/** Digests a statement. */
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
