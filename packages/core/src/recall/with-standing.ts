import type { MemoryIdForm } from '@memory/contracts';
import type { Standing, Workspace } from '@memory/db';
import { branchMark } from '../branches/branch-mark.ts';
import { nameIn } from '../memories/memory-ref.ts';
import type { Found } from './successions.ts';

/** The project of a memory for which none is known. */
export const UNKNOWN = 'unknown';

/** Told of a memory that somebody settled not to hold. */
export const WITHDRAWN = 'does not hold: somebody settled so';

/**
 * Adds who else stored it and on which branch: the caller's own name tells the caller nothing. Adds the project where it is
 * not, or not for sure, the one that the caller works in; of a caller that names none, where there are several. Notes what
 * does not hold, or may have been replaced, where nothing else is noted.
 */
export function withStanding<Item extends Found>(
  items: readonly Item[],
  { author: caller, project: own }: Pick<Workspace, 'author' | 'project'>,
  { standing, form }: { standing: readonly Standing[]; form: MemoryIdForm },
): Item[] {
  const byId = new Map(standing.map((known) => [known.id, known]));
  const areSeveral =
    new Set(standing.map(({ project }) => project).filter((project) => project !== null)).size > 1;
  const shown = new Set(items.map(({ memory }) => memory.id));
  return items.map((item) => {
    const known = byId.get(item.memory.id);
    const { author, project = null, is_foreign = false } = known ?? {};
    const branch = known ? branchMark(known) : null;
    const named = own === undefined ? areSeveral : is_foreign;
    const told = named ? project : own !== undefined && project === null ? UNKNOWN : null;
    const note = known && noteOn(known, { form, noted: item.note, shown });
    return {
      ...item,
      ...(author && author !== caller ? { author } : {}),
      ...(told === null ? {} : { project: told }),
      ...(branch === null ? {} : { branch }),
      ...(known?.code ? { code: known.code } : {}),
      ...(note === undefined ? {} : { note }),
    };
  });
}

interface NoteOptions {
  form: MemoryIdForm;
  noted: string | undefined;
  /** Ids of all that the same answer shows. */
  shown: ReadonlySet<string>;
}

function noteOn(
  { is_withdrawn, newer, older }: Standing,
  { form, noted, shown }: NoteOptions,
): string | undefined {
  if (is_withdrawn) return WITHDRAWN;
  if (noted !== undefined) return noted;
  if (newer) {
    // The newer one of the same answer stands right above, and says the subject itself.
    if (shown.has(newer.id)) return `newer on the same subject: ${nameIn(form)(newer)}`;
    return `newer on the same subject${newer.subject === null ? '' : ` (${newer.subject})`}: ${titled(newer, form)}`;
  }
  return older && !shown.has(older.id) ? `may replace ${titled(older, form)}` : undefined;
}

const titled = (version: NonNullable<Standing['newer']>, form: MemoryIdForm): string =>
  `${version.title} (${nameIn(form)(version)})`;
