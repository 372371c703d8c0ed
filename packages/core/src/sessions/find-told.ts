import { NO_FILTERS } from '@memory/contracts';
import { readStanding, readSuccessors, type Workspace } from '@memory/db';
import type { ExtractedMemory } from '../extraction/extracted-memory.ts';
import { saysAlready } from '../extraction/rules/says-already.ts';
import { isTranslated } from '@memory/text';
import { isImported } from '../recall/is-imported.ts';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

const CANDIDATES = 20;
const QUERY_MAX = 400;
/** Of titles in two languages, by the table: 8 of 12 that say the same have it, of 132 others none (at most .56). */
const SAME_COSINE = 0.65;

export interface TellingMemory {
  id: string;
  source_session_id: string | null;
  source_files: readonly string[];
}

/**
 * Finds stored memories that say already what was drawn from a session: by the place of the one drawn.
 * A memory that has been replaced says nothing any more, and one of another project is not told in this one.
 */
export async function findTold(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  {
    extracted,
    sessionId,
    project,
  }: { extracted: readonly ExtractedMemory[]; sessionId: string; project: string | undefined },
): Promise<ReadonlyMap<number, TellingMemory>> {
  const language = workspace.language;
  const told = new Map<number, TellingMemory>();
  for (const [index, memory] of extracted.entries()) {
    const { found } = await findMemories(services, workspace, {
      query: `${memory.title} ${memory.narrative}`.slice(0, QUERY_MAX).replaceAll(/["“”„]|(?<=^|\s)-/gu, ' '),
      ...NO_FILTERS,
      // Words find nothing in another language; a model that is asked for money is not asked for this.
      use_semantic: services.embedding.provider === services.embedding.builtIn,
      limit: CANDIDATES,
      offset: 0,
    });
    const stored = found.map((each) => each.memory).filter((each) => !isImported(each));
    const translated = await translationsOf(services, workspace, memory, stored);
    const known = stored
      .filter(
        (each) =>
          translated.includes(each) ||
          saysAlready(each, memory, { language, isSameSession: each.source_session_id === sessionId }),
      )
      .flatMap(({ id, source_session_id, source_files }) =>
        id ? [{ id, source_session_id, source_files }] : [],
      );
    if (known.length === 0) continue;
    const ids = known.map(({ id }) => id);
    const [successors, standing] = await Promise.all([
      readSuccessors(services.db, workspace.id, { ids, filters: {} }),
      readStanding(services.db, workspace.id, { ids, project }),
    ]);
    const silent = new Set([
      ...successors.flatMap(({ replaced }) => replaced),
      ...standing.flatMap(({ id, is_foreign }) => (is_foreign ? [id] : [])),
    ]);
    const current = known.find(({ id }) => !silent.has(id));
    if (current !== undefined) told.set(index, current);
  }
  return told;
}

/** Without those that say in another language what one before them says. */
export async function withoutTranslations<T extends { title: string }>(
  services: Pick<Services, 'embedding'>,
  workspace: Workspace,
  memories: readonly T[],
): Promise<T[]> {
  const kept: T[] = [];
  for (const memory of memories)
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
