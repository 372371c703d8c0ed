import type { MATCH_TYPES } from '@memory/contracts';
import { RANKING } from '../ranking.ts';
import { filterTest } from '../search-filters.ts';
import type { SearchMemoriesOptions } from '../ranked-memory.ts';
import type { SemanticQuery } from '../semantic-query.ts';
import { matchWords } from './match-words.ts';
import type { SearchIndex } from './search-index.ts';
import { topSlots } from './top-slots.ts';

export interface DirectMatch {
  id: string;
  score: number;
  match_type: (typeof MATCH_TYPES)[number];
}

/** Whether the index can rank this: it has no phrases that lift, conditions, or words of another kind. */
export const canRank = (
  { model, vectors: { dimensions } }: SearchIndex,
  { lifting, filters, semantic, words, alternatives }: SearchMemoriesOptions,
): boolean =>
  lifting.length === 0 &&
  (filters.required ?? null) === null &&
  (words.length > 0 || alternatives.length === 0) &&
  (semantic === null ||
    (semantic.model === model && (dimensions === 0 || dimensions === semantic.vector.length)));

/** Candidates and scores as the statement has them, number by number, in no order. */
export function rankInMemory(index: SearchIndex, options: SearchMemoriesOptions): DirectMatch[] {
  const { filters, semantic, memoryCount } = options;
  const { ids, importances } = index;
  const { weights, words, wholeQuery, candidates } = RANKING;
  const estimated = memoryCount >= RANKING.estimatedFrom;
  const { k, coverage, whole, found, foundBy } = matchWords(index, options, {
    estimated,
    rowsMax: semantic ? RANKING.rowsMax.hybrid : RANKING.rowsMax.keyword,
  });
  const test = filterTest(filters);
  const passes = (slot: number) => !test || index.passes(slot, test);
  const bestAmong = estimated ? topSlots(found, foundBy, { limit: RANKING.bestAmong, ids }) : found;
  const most = (values: ArrayLike<number>) =>
    bestAmong.reduce((best, slot) => Math.max(best, values[slot] ?? 0), 0);
  const best = most(k);
  const decides = semantic ? Math.min(1, most(coverage) * Math.max(1, whole / wholeQuery)) ** 2 : 1;
  const passing = test ? found.filter(passes) : found;
  const byWords = estimated ? topSlots(passing, foundBy, { limit: candidates.keyword, ids }) : passing;
  const alike = semantic ? likenesses(index, semantic, passes) : undefined;
  const near = !alike
    ? []
    : estimated
      ? topSlots(alike.embedded, alike.cosines, { limit: candidates.vector, ids })
      : alike.embedded;
  return [...new Set([...byWords, ...near])].flatMap((slot): DirectMatch[] => {
    const keyword = best > 0 ? Math.min(1, (k[slot] ?? 0) / best) * decides : 0;
    const likeness = alike?.values[slot] ?? 0;
    if (!(keyword > 0 || likeness > 0)) return [];
    const score =
      weights.keyword * keyword +
      weights.semantic * (alike ? words * keyword + (1 - words) * likeness : 0) +
      weights.importance * (importances[slot] ?? 0);
    const match_type = keyword === 0 ? 'semantic' : likeness > 0 ? 'combined' : 'keyword';
    return [{ id: ids[slot] ?? '', score, match_type }];
  });
}

/** Of the memories that have a vector and pass, by slot. */
function likenesses(
  index: SearchIndex,
  { vector, scale: { floor, top } }: SemanticQuery,
  passes: (slot: number) => boolean,
) {
  const embedded: number[] = [];
  for (let slot = 0; slot < index.slotCount; slot += 1)
    if (index.embedded[slot] === 1 && passes(slot)) embedded.push(slot);
  const cosines = index.vectors.products(vector, embedded, new Float64Array(index.slotCount));
  const values = new Float64Array(index.slotCount);
  for (const slot of embedded)
    values[slot] = Math.min(1, Math.max(0, ((cosines[slot] ?? 0) - floor) / (top - floor)));
  return { embedded, cosines, values };
}
