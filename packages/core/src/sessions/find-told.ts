import { NO_FILTERS } from '@memory/contracts';
import { readSuccessors, type Workspace } from '@memory/db';
import type { ExtractedMemory } from '../extraction/extracted-memory.ts';
import { saysAlready } from '../extraction/rules/says-already.ts';
import { isImported } from '../recall/is-imported.ts';
import { findMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

const CANDIDATES = 20;
const QUERY_MAX = 400;

/** A stored memory that says what was drawn. */
export interface TellingMemory {
  id: string;
  source_session_id: string | null;
  source_files: readonly string[];
}

/**
 * Finds stored memories that say already what was drawn from a session: by the place of the one drawn.
 * A memory that has been replaced says nothing any more.
 */
export async function findTold(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  { extracted, sessionId }: { extracted: readonly ExtractedMemory[]; sessionId: string },
): Promise<ReadonlyMap<number, TellingMemory>> {
  const language = workspace.language;
  const told = new Map<number, TellingMemory>();
  for (const [index, memory] of extracted.entries()) {
    const { found } = await findMemories(services, workspace, {
      query: `${memory.title} ${memory.narrative}`.slice(0, QUERY_MAX).replaceAll(/["“”„]|(?<=^|\s)-/gu, ' '),
      ...NO_FILTERS,
      use_semantic: false,
      limit: CANDIDATES,
      offset: 0,
    });
    const known = found
      .map(({ memory: stored }) => stored)
      .filter((stored) => !isImported(stored))
      .filter((stored) =>
        saysAlready(stored, memory, { language, isSameSession: stored.source_session_id === sessionId }),
      )
      .flatMap(({ id, source_session_id, source_files }) =>
        id ? [{ id, source_session_id, source_files }] : [],
      );
    if (known.length === 0) continue;
    const successors = await readSuccessors(services.db, workspace.id, {
      ids: known.map(({ id }) => id),
      filters: {},
    });
    const replaced = new Set(successors.flatMap((successor) => successor.replaced));
    const current = known.find(({ id }) => !replaced.has(id));
    if (current !== undefined) told.set(index, current);
  }
  return told;
}
