import type { MATCH_TYPES } from '@memory/contracts';
import { RANKING } from '../ranking.ts';
import { filterTest } from '../search-filters.ts';
import type { SearchMemoriesOptions } from '../search-memories-options.ts';
import type { SemanticQuery } from '../semantic-query.ts';
import { matchWords } from './match-words.ts';
import type { SearchIndex } from './search-index.ts';
import { topSlots } from './top-slots.ts';

/** A memory as `directMatches` has it. */
export interface DirectMatch {
  id: string;
  score: number;
  match_type: (typeof MATCH_TYPES)[number];
}

export interface DirectMatches {
  /** In no order. */
  direct: DirectMatch[];
  /** What matches along edges are scored by; null in a search by words alone. */
  towards: Float32Array | null;
  /** How far the vector is believed beside what the words say. */
  trust: number;
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

/** Candidates and scores as the statement has them: `candidates` and `directMatches`, number by number. */
export function rankInMemory(index: SearchIndex, options: SearchMemoriesOptions): DirectMatches {
  const { filters, semantic, memoryCount } = options;
  const { ids, slotCount } = index;
  const estimated = memoryCount >= RANKING.estimatedFrom;
  const { hybrid, keyword } = RANKING.rowsMax;
  const { k, matched, found, foundBy } = matchWords(index, options, {
    estimated,
    rowsMax: semantic ? hybrid : keyword,
  });
  const test = filterTest(filters);
  const passes = (slot: number) => !test || index.passes(slot, test);
  const bestAmong = estimated ? topSlots(found, foundBy, { limit: RANKING.bestAmong, ids }) : found;
  const best = bestAmong.reduce((most, slot) => Math.max(most, k[slot] ?? 0), 0);
  const keywordOf = (slot: number) => (best > 0 ? Math.min(1, (k[slot] ?? 0) / best) : 0);
  const passing = test ? found.filter(passes) : found;
  const byWords = estimated
    ? topSlots(passing, foundBy, { limit: RANKING.candidates.keyword, ids })
    : passing;
  if (!semantic)
    return {
      direct: byWords.map((slot) => ({
        id: ids[slot] ?? '',
        score:
          RANKING.weights.keyword * keywordOf(slot) +
          RANKING.weights.importance * (index.importances[slot] ?? 0),
        match_type: 'keyword',
      })),
      towards: null,
      trust: 0,
    };
  const vector = Float32Array.from(semantic.vector);
  const cosines = new Float64Array(slotCount);
  const embedded: number[] = [];
  for (let slot = 0; slot < slotCount; slot += 1)
    if (index.embedded[slot] === 1 && passes(slot)) embedded.push(slot);
  index.vectors.products(vector, embedded, cosines);
  const near = estimated ? topSlots(embedded, cosines, { limit: RANKING.candidates.vector, ids }) : embedded;
  const candidates = [...new Set([...byWords, ...near])];
  const matchedByBest = Math.max(
    0,
    ...bestAmong.flatMap((slot) => (k[slot] === best ? [matched(slot)] : [])),
  );
  const trust = believedTrust(semantic, matchedByBest);
  const towards = movedQuery(index, { ...semantic, trust }, { vector, candidates, cosines, keywordOf });
  const likeness =
    towards === vector
      ? cosines
      : index.vectors.products(
          towards,
          candidates.filter((slot) => index.embedded[slot] === 1),
          new Float64Array(slotCount),
        );
  return { direct: candidates.flatMap(directMatch), towards, trust };

  function directMatch(slot: number): DirectMatch[] {
    const keyword = keywordOf(slot);
    const measured = Math.max(0, likeness[slot] ?? 0);
    const meant = trust * measured + (1 - trust) * keyword;
    if (!(keyword > 0 || meant > 0)) return [];
    const { weights, combinedCosine } = RANKING;
    const score =
      weights.keyword * keyword +
      weights.semantic * meant +
      weights.importance * (index.importances[slot] ?? 0);
    const by = (cosines[slot] ?? 0) >= combinedCosine ? 'combined' : 'keyword';
    return [{ id: ids[slot] ?? '', score, match_type: keyword > 0 ? by : 'semantic' }];
  }
}

/** As the expression `believed`. */
function believedTrust({ trust = 1 }: SemanticQuery, matched: number): number {
  const { trust: rule } = RANKING;
  return (
    trust *
    (matched > 0 ? Math.min(1, rule.matched / matched) : 1) ** (rule.power * Math.max(0, 1 - 2 * trust))
  );
}

/** As the expression `moved`. */
function movedQuery(
  { embedded, vectors, ids }: SearchIndex,
  { feedback, trust = 1 }: SemanticQuery,
  {
    vector,
    candidates,
    cosines,
    keywordOf,
  }: {
    vector: Float32Array;
    candidates: readonly number[];
    cosines: Float64Array;
    keywordOf: (slot: number) => number;
  },
): Float32Array {
  if (feedback === 'none') return vector;
  const { weights, feedback: rule, learntDimensions } = RANKING;
  const promise = new Float64Array(ids.length);
  const judged = candidates.filter((slot) => embedded[slot] === 1);
  for (const slot of judged)
    promise[slot] = weights.keyword * keywordOf(slot) + weights.semantic * Math.max(0, cosines[slot] ?? 0);
  const best = topSlots(judged, promise, { limit: rule.among, ids });
  const whole = best.reduce((sum, slot) => sum + (promise[slot] ?? 0) ** rule.power, 0);
  const moved = Float64Array.from(vector);
  for (const slot of whole > 0 ? best : []) {
    const weight = Math.fround((trust * (promise[slot] ?? 0) ** rule.power) / whole);
    const factor = feedback === 'whole' ? weight : 2 * weight;
    const length = feedback === 'whole' ? vectors.dimensions : learntDimensions;
    const toward = vectors.row(slot);
    for (let i = 0; i < length; i += 1) moved[i]! += factor * (toward[i] ?? 0);
  }
  const norm = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(moved, (value) => (norm > 0 ? value / norm : 0));
}
