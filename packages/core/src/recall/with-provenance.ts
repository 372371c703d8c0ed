import type { Provenance, Workspace } from '@memory/db';
import type { Found } from './successions.ts';

/** Branches that say nothing: what is stored on them holds for everybody. */
const TRUNKS = new Set(['main', 'master', 'trunk', 'develop']);

/**
 * Adds who else stored it and on which branch: the caller's own name tells the caller nothing. Adds the project where it is
 * not, or not for sure, the one that the caller works in; of a caller that names none, where there are several.
 */
export function withProvenance<Item extends Found>(
  items: readonly Item[],
  { author: caller, project: own }: Pick<Workspace, 'author' | 'project'>,
  known: readonly Provenance[],
): Item[] {
  const byId = new Map(known.map((provenance) => [provenance.id, provenance]));
  const areSeveral =
    new Set(known.map(({ project }) => project).filter((project) => project !== null)).size > 1;
  return items.map((item) => {
    const { author, branch, project = null, is_foreign = false } = byId.get(item.memory.id) ?? {};
    const named = own === undefined ? areSeveral : is_foreign;
    const shown = named ? project : own !== undefined && project === null ? UNKNOWN : null;
    return {
      ...item,
      ...(author && author !== caller ? { author } : {}),
      ...(shown === null ? {} : { project: shown }),
      ...(branch && !TRUNKS.has(branch) ? { branch } : {}),
    };
  });
}

const UNKNOWN = 'unknown';
