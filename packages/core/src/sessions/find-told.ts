import { NO_FILTERS } from '@memory/contracts';
import { readSuccessors, type Workspace } from '@memory/db';
import type { ExtractedMemory } from '../extraction/extracted-memory.ts';
import { saysAlready } from '../extraction/says-already.ts';
import { searchMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';

const CANDIDATES = 20;
const QUERY_MAX = 400;
const IMPORTED = new Set(['wiki', 'sdlc_knowledge']);

/**
 * What stored memories say already of those drawn from a session: the id of the memory that says it, by the place of the
 * one drawn. What has been replaced says nothing any more.
 */
export async function findTold(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  { extracted, sessionId }: { extracted: readonly ExtractedMemory[]; sessionId: string },
): Promise<ReadonlyMap<number, string>> {
  const language = workspace.language;
  const told = new Map<number, string>();
  for (const [index, memory] of extracted.entries()) {
    const { results } = await searchMemories(services, workspace, {
      query: `${memory.title} ${memory.narrative}`.slice(0, QUERY_MAX).replaceAll(/["“”„]|(?<=^|\s)-/gu, ' '),
      ...NO_FILTERS,
      use_semantic: false,
      limit: CANDIDATES,
      offset: 0,
    });
    const known = results
      .map((result) => result.memory)
      .filter((stored) => !IMPORTED.has(stored.memory_type))
      .filter((stored) =>
        saysAlready(stored, memory, { language, isSameSession: stored.source_session_id === sessionId }),
      )
      .flatMap(({ id }) => id ?? []);
    if (known.length === 0) continue;
    const successors = await readSuccessors(services.db, workspace.id, { ids: known, filters: {} });
    const replaced = new Set(successors.flatMap((successor) => successor.replaced));
    const current = known.find((id) => !replaced.has(id));
    if (current !== undefined) told.set(index, current);
  }
  return told;
}
