import type { MemoryIdForm, Memory } from '@memory/contracts';
import { type Standing, type Workspace, readStanding, readSuccessors } from '@memory/db';
import { branchMark } from '../branches/branches.ts';
import { nameIn } from '../memories/memory-ref.ts';
import { presentMemory } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { type Found, belowSuccessors, foldAlike, foldTwins } from './successions.ts';

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

/**
 * Memories as they stand today: what was replaced below what replaced it, what says the same once, what may be outdated marked.
 * @param options.folded whether equal texts stand once
 * @param options.ordered whether the order may change and successors join; else all is marked where it stands
 */
export async function asTheyStand(
  { db, settings: { memoryIdForm: form } }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  memories: readonly Memory[],
  { folded = true, ordered = true }: { folded?: boolean; ordered?: boolean } = {},
): Promise<Found[]> {
  if (memories.length === 0) return [];
  const ids = memories.map(({ id }) => id);
  const [successors, standing] = await Promise.all([
    readSuccessors(db, workspace.id, { ids, filters: {} }),
    readStanding(db, workspace.id, { ids, project: workspace.project }),
  ]);
  const found = memories.map((memory): Found => ({ memory }));
  const standingOrder = belowSuccessors(found, successors, ({ memory }) => ({
    memory: presentMemory(memory, form),
  }));
  const byId = new Map(standingOrder.map((item) => [item.memory.id, item]));
  const kept = ordered ? standingOrder : found.map((item) => byId.get(item.memory.id) ?? item);
  const marked = withStanding(folded ? foldTwins(kept) : kept, workspace, { standing, form });
  const shown = folded && ordered ? foldAlike(marked, standing) : marked;
  if (!ordered) return shown;
  const withdrawn = new Set(standing.flatMap(({ id, is_withdrawn }) => (is_withdrawn ? [id] : [])));
  const isLast = ({ memory }: Found) => Number(withdrawn.has(memory.id));
  return shown.toSorted((a, b) => isLast(a) - isLast(b));
}
