import type { RecallCandidate } from '@memory/db';
import { isTranslated, type Language, questionIn, relevance } from '@memory/text';
import { isImported } from './is-imported.ts';
import type { Services } from '../services.ts';

/** Narratives are cut to this for a reranker, in UTF-16 units: its models read about 500 tokens. */
const RERANKED_LENGTH = 2_000;

/** Words of a question that is no sentence, and letters of one that can be a name. */
const BRIEF = 3;
const NAME_LENGTH = 4;

/**
 * How likely each candidate has to do with the query at all, 0..1, in their order: by the reranker when one is configured
 * and answers, else by words and vectors (retrieval gate of @memory/text).
 */
export async function judgeRelevance(
  services: Pick<Services, 'reranker'>,
  { query, language }: { query: string; language: Language },
  candidates: readonly RecallCandidate[],
): Promise<number[]> {
  if (candidates.length === 0) return [];
  const reranked = await rerank(services, query, candidates);
  if (reranked) return reranked;
  const stored = candidates.filter(({ memory }) => !isImported(memory)).length / candidates.length;
  const translated = isTranslated(query, language);
  const isLong = questionIn(query) !== query;
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const names = words.length <= BRIEF ? words.filter(({ length }) => length >= NAME_LENGTH) : [];
  return candidates.map(({ evidence, memory, rank }) =>
    evidence
      ? relevance({
          ...evidence,
          isTranslated: translated,
          isNamed: names.some((name) => memory.title.toLowerCase().includes(name)),
          ...(isLong ? { ranked: rank.score } : {}),
          besideMemories: isImported(memory) ? stored : 0,
        })
      : 1,
  );
}

/** A reranker that fails must not fail the search: the gate then stands in for it. */
async function rerank(
  { reranker }: Pick<Services, 'reranker'>,
  query: string,
  candidates: readonly RecallCandidate[],
): Promise<number[] | undefined> {
  if (!reranker) return undefined;
  const documents = candidates.map(({ memory }) =>
    `${memory.title}\n\n${memory.narrative}`.slice(0, RERANKED_LENGTH).toWellFormed(),
  );
  try {
    return await reranker.rerank(query, documents, AbortSignal.timeout(RERANK_TIMEOUT_MS));
  } catch {
    return undefined;
  }
}

const RERANK_TIMEOUT_MS = 2_000;
