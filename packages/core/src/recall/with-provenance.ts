import type { Provenance, Workspace } from '@memory/db';
import type { Found } from './successions.ts';

/** Branches that say nothing: what is stored on them holds for everybody. */
const TRUNKS = new Set(['main', 'master', 'trunk', 'develop']);

/** Adds who else stored it and on which branch: the caller's own name tells the caller nothing. */
export function withProvenance<Item extends Found>(
  items: readonly Item[],
  { author: caller }: Pick<Workspace, 'author'>,
  known: readonly Provenance[],
): Item[] {
  const byId = new Map(known.map((provenance) => [provenance.id, provenance]));
  return items.map((item) => {
    const { author, branch } = byId.get(item.memory.id) ?? {};
    return {
      ...item,
      ...(author && author !== caller ? { author } : {}),
      ...(branch && !TRUNKS.has(branch) ? { branch } : {}),
    };
  });
}
