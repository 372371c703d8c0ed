import { NO_FILTERS } from '@memory/contracts';
import { listStanding, REPLACEABLE_TYPES, type MemoryRow, type Workspace } from '@memory/db';
import { valuesIn } from '../discovery/note-versions.ts';
import type { ExtractedMemory } from '../extraction/extracted-memory.ts';
import { replaces } from '../extraction/rules/worth.ts';
import { saysAlready } from '../extraction/rules/says-already.ts';
import { isTranslated } from '@memory/text';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

const CANDIDATES = 20;
const QUERY_MAX = 400;
/** Of titles in two languages, by the table: 8 of 12 that say the same have it, of 132 others none (at most .56). */
const SAME_COSINE = 0.65;

interface TellingMemory {
  id: string;
  source_session_id: string | null;
  source_files: readonly string[];
}

export interface Told {
  /** Memories that say already what was drawn, by its place. */
  by: ReadonlyMap<number, TellingMemory>;
  /** Ids of memories whose value what was drawn sets anew, by its place. */
  setAnew: ReadonlyMap<number, readonly string[]>;
}

/** Finds memories that a block of the session may tell and that say what was drawn from it, or that set its values otherwise. */
export async function findTold(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  { extracted, sessionId }: { extracted: readonly ExtractedMemory[]; sessionId: string },
): Promise<Told> {
  const { language } = workspace;
  const near: MemoryRow[][] = [];
  // One after the other, so that a session's job takes one connection; what stands of all is asked at once.
  for (const { title, narrative } of extracted) {
    const { found } = await findMemories(services, workspace, {
      query: `${title} ${narrative}`.slice(0, QUERY_MAX).replaceAll(/["“”„]|(?<=^|\s)-/gu, ' '),
      ...NO_FILTERS,
      // Words find nothing in another language; a model that is asked for money is not asked for this.
      use_semantic: services.embedding.provider === services.embedding.builtIn,
      limit: CANDIDATES,
      offset: 0,
    });
    near.push(found.map(({ memory }) => memory));
  }
  const ids = [...new Set(near.flat().map(({ id }) => id))];
  const standing = new Set(
    ids.length > 0 ? await listStanding(services.db, workspace.id, { sessionId, ids }) : [],
  );
  const by = new Map<number, TellingMemory>();
  const setAnew = new Map<number, readonly string[]>();
  for (const [index, memory] of extracted.entries()) {
    const stored = near[index]!.filter(({ id }) => standing.has(id));
    const older = stored.filter((each) => setsAnew(memory, each));
    const others = stored.filter((each) => !older.includes(each));
    setAnew.set(
      index,
      older.map(({ id }) => id),
    );
    const translated = await translationsOf(services, workspace, memory, others);
    const known = others.find(
      (each) =>
        translated.includes(each) ||
        saysAlready(each, memory, { language, isSameSession: each.source_session_id === sessionId }),
    );
    if (known) by.set(index, known);
  }
  return { by, setAnew };
}

type Valued = Pick<MemoryRow, 'title' | 'narrative' | 'memory_type'>;

/** Whether one memory says to forget what an older one tells, or gives each name that has a value in an older one a value, and not the same to all of them. */
function setsAnew(memory: Valued, older: Valued): boolean {
  if (![memory, older].every(({ memory_type }) => REPLACEABLE_TYPES.includes(memory_type))) return false;
  if (replaces(memory.title, older.title)) return true;
  const [now, before] = [memory, older].map(({ title, narrative }) => valuesIn(`${title}\n${narrative}`));
  const names = [...before!.keys()];
  return names.every((name) => now!.has(name)) && names.some((name) => now!.get(name) !== before!.get(name));
}

/** Without those that say in another language what one before them says, or whose value a later one sets anew. */
export async function lastWords(
  services: Pick<Services, 'embedding'>,
  workspace: Workspace,
  memories: readonly ExtractedMemory[],
): Promise<ExtractedMemory[]> {
  const kept: ExtractedMemory[] = [];
  for (const memory of memories.filter(
    (each, at) => !memories.slice(at + 1).some((later) => setsAnew(later, each)),
  ))
    if ((await translationsOf(services, workspace, memory, kept)).length === 0) kept.push(memory);
  return kept;
}

/** Those whose titles say the same in another language, with the same numbers. */
async function translationsOf<T extends { title: string }>(
  { embedding: { builtIn } }: Pick<Services, 'embedding'>,
  { language }: Workspace,
  { title }: { title: string },
  others: readonly T[],
): Promise<T[]> {
  const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).toSorted().join(' ');
  const foreign = others.filter(
    (other) =>
      isTranslated(other.title, language) !== isTranslated(title, language) &&
      numbersIn(other.title) === numbersIn(title),
  );
  if (builtIn === null || foreign.length === 0) return [];
  const [own = [], ...vectors] = await builtIn.embedder.embed(
    [title, ...foreign.map((other) => other.title)],
    'document',
  );
  return foreign.filter((_, place) => {
    // Of unit vectors the inner product is the cosine.
    const other = vectors[place] ?? [];
    return Array.from(own).reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0) >= SAME_COSINE;
  });
}
