import { FilterFields, SCORES_META } from '@memory/contracts';
import { recallMemories, type Found } from '@memory/core';
import { rowsWithPassages } from '../rows/passages.ts';
import { listOf, recalled } from '../rows/recalled.ts';
import { titleRow } from '../rows/memory-row.ts';
import { tool } from '../server/tool.ts';

/**
 * Characters of passages for each memory asked for; a few that are found share those of the others. With 104 the answers of
 * the story of `npm run bench -- recall` had 456 tokens in the mean, with 160 506; 450 is the aim.
 */
const PASSAGE = 96;

/**
 * The same where sections of documents are found, in which the answer may stand anywhere. Of 210 questions over 14 public trees
 * (`npm run bench -- document-questions`) 171 are answered in the text; with 680 characters a section, and little for the last
 * two of five, 155.
 */
const PASSAGE_OF_SECTION = 1_000;

/** Who asks for many looks for what there is: a hit of a hundred has 240 characters. */
const SECTIONS_MOST = 24_000;

/** One section alone is shown as if there were so many. */
const SECTIONS_LEAST = 4;

/** memory_search: what the team knows about a question, without what is irrelevant. */
export const memorySearch = tool('memory_search', async (services, workspace, input) => {
  const { degraded, results, suppressedCount, nearest } = await recallMemories(services, workspace, {
    query: input.query,
    ...FilterFields.parse(input),
    tagPrefixes: input.tag_prefixes ?? null,
    profile: input.search_profile,
    minScore: input.min_score,
    limit: input.limit,
  });
  const list = listOf(
    rowsWithPassages(workspace, results, {
      query: input.query,
      budget: input.limit * PASSAGE,
      budgetOfSections: Math.min(SECTIONS_MOST, Math.max(input.limit, SECTIONS_LEAST) * PASSAGE_OF_SECTION),
    }),
    {
      ifNone: nearest
        ? 'Nothing certain; the nearest is named.'
        : 'No memory matches: try other words, or fewer.',
    },
  );
  const hints = [
    'hint' in list ? list.hint : '',
    suppressedCount > 0 ? `Suppressed as irrelevant, below min_score ${input.min_score}.` : '',
    degraded ? 'Matched by words alone: the query could not be embedded.' : '',
  ].filter(Boolean);
  return {
    ...(nearest ? recalled({ ...list, nearest: titleRow(nearest) }) : list),
    ...(suppressedCount > 0 ? { suppressed_count: suppressedCount } : {}),
    ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    _meta: { [SCORES_META]: scoresOf(results) },
  };
});

/** For a program that judges by the tree and puts what has changed lower. */
const scoresOf = (results: readonly Found[]): Record<string, number> =>
  Object.fromEntries(
    results.flatMap(({ memory: { id, memory_id }, score }) =>
      score === undefined ? [] : [[memory_id ?? id, Math.round(score * 10_000) / 10_000]],
    ),
  );
