import type { SearchResult } from '@memory/contracts';
import type { RankedMemory } from '@memory/db';
import { presentMemory } from '../memories/present-memory.ts';
import type { Settings } from '../services.ts';

export function presentResult(
  { memory, extra }: RankedMemory,
  { memoryIdForm }: Pick<Settings, 'memoryIdForm'>,
): SearchResult {
  return {
    memory: presentMemory(memory, memoryIdForm),
    score: extra.score,
    keyword_score: 0,
    semantic_score: 0,
    match_type: extra.match_type,
  };
}
