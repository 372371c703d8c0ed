import { FilterFields, isFiltered, MIN_SCORE, SCORES_META, shortRef } from '@memory/contracts';
import {
  asTheyStand,
  branchMark,
  budgetsOfSearch,
  type Found,
  getIndex,
  getTimeline,
  listMemoriesByFile,
  listRelatedMemories,
  noteQuestion,
  type OpenedMemory,
  openMemory,
  recallMemories,
  similarityThreshold,
  WITHDRAWN,
} from '@memory/core';
import { endOfTokens } from '@memory/text/estimate-tokens';
import { dayOf, identifierOf, rowsWithPassages, titleRow } from '../rows/memory-rows.ts';
import { listOf, recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** Characters of all passages of a list. */
const PASSAGES = 2_400;
const PASSAGES_OF_SIMILAR = 1_600;

/** memory_search: what the team knows about a question, without what is irrelevant. */
export const memorySearch = tool('memory_search', async (services, workspace, input) => {
  const { degraded, results, nearest } = await recallMemories(services, workspace, {
    query: input.query,
    ...FilterFields.parse(input),
    tagPrefixes: input.tag_prefixes ?? null,
    profile: input.search_profile,
    minScore: input.min_score,
    limit: input.limit,
  });
  const isWide = !isFiltered(input) && !input.tag_prefixes;
  // A search from less than the default is half typed, or wants all there is.
  if (results.length === 0 && isWide && input.min_score >= MIN_SCORE && input.query.trim() !== '')
    await noteQuestion(services, workspace, input.query);
  const list = listOf(
    rowsWithPassages(workspace, results, {
      query: input.query,
      ...budgetsOfSearch(input.limit),
    }),
    { ifNone: 'No memory answers this.' },
  );
  const hints = [
    'hint' in list ? list.hint : '',
    degraded ? 'Matched by words alone: the query could not be embedded.' : '',
  ].filter(Boolean);
  return {
    ...(nearest ? recalled({ ...list, nearest: titleRow(nearest) }) : list),
    ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    _meta: { [SCORES_META]: scoresOf(results) },
  };
});

/** For a program that judges by the tree and puts what has changed lower. */
const scoresOf = (results: readonly Found[]): Record<string, number> =>
  Object.fromEntries(
    results.flatMap(({ memory: { id, memory_id }, score }) =>
      score === undefined ? [] : [[shortRef(memory_id ?? id), Math.round(score * 10_000) / 10_000]],
    ),
  );

/** Tokens of the text in one answer. */
const CONTENT_TOKENS = 7_000;

export const memoryGetDetail = tool(
  'memory_get_detail',
  async (services, workspace, { ref, include_related, from }) => {
    const opened = await openMemory(services, workspace, { ref, withSimilar: include_related });
    const { memory, relationships, relationshipCount, similar, standing, saidBy } = opened;
    const rest = memory.narrative.slice(from);
    const content = rest.slice(0, Math.max(1, endOfTokens(rest, CONTENT_TOKENS)));
    const more = memory.narrative.length - from - content.length;
    return recalled({
      ...titleRow(memory),
      date: dayOf(memory.created_at),
      ...(memory.updated_at ? { updated: dayOf(memory.updated_at) } : {}),
      ...origin(standing),
      ...(standing?.is_withdrawn ? { note: WITHDRAWN } : {}),
      ...(standing?.code ? { code: standing.code } : {}),
      ...listed('files', memory.source_files),
      ...listed('tags', memory.tags),
      ...listed('concepts', memory.concepts),
      session_id: memory.source_session_id ?? undefined,
      said_by: saidBy,
      importance: memory.importance_score,
      confidence: memory.confidence_score,
      ...rated('useful_count', memory.feedback_positive_count),
      ...rated('not_useful_count', memory.feedback_negative_count),
      content,
      ...(more > 0
        ? { more_characters: more, hint: `The text goes on: call again with from ${from + content.length}.` }
        : {}),
      ...(relationships.length > 0
        ? {
            relationships: relationships.map(linkRow),
          }
        : {}),
      ...(relationshipCount > relationships.length
        ? { more_relationships: relationshipCount - relationships.length }
        : {}),
      ...(include_related ? { related_memories: similar.map(titleRow) } : {}),
    });
  },
);

const linkRow = ({
  relationship,
  id,
  memory_id,
  title,
  created_at,
}: OpenedMemory['relationships'][number]) => ({
  relationship,
  ...identifierOf({ id, memory_id }),
  title,
  date: dayOf(created_at),
});

const origin = (known: OpenedMemory['standing']) =>
  known
    ? {
        author: known.author ?? undefined,
        project: known.project ?? undefined,
        ...(known.branch === null ? {} : { branch: branchMark(known) ?? known.branch }),
        commit: known.commit ?? undefined,
      }
    : {};

const listed = <Name extends string>(name: Name, list: readonly string[]) =>
  (list.length > 0 ? { [name]: [...list] } : {}) as Partial<Record<Name, string[]>>;

const rated = <Name extends string>(name: Name, count: number) =>
  (count > 0 ? { [name]: count } : {}) as Partial<Record<Name, number>>;

export const memoryGetTimeline = tool(
  'memory_get_timeline',
  async (services, workspace, { days, limit, offset }) => {
    const { results } = await getTimeline(services, workspace, { days, limit, offset });
    const found = await asTheyStand(services, workspace, results, { ordered: false });
    return listOf(rowsWithPassages(workspace, found, { budget: PASSAGES }), {
      ifNone: offset > 0 ? 'There are no more.' : `Nothing was stored in the last ${days} days.`,
    });
  },
);

export const memoryGetIndex = tool('memory_get_index', async (services, workspace, { limit, offset }) => {
  const { results } = await getIndex(services, workspace, { limit, offset });
  const rows = results.map((entry) => ({ ...entry, ...identifierOf(entry) }));
  return listOf(rows, {
    ifNone: offset > 0 ? 'There are no more.' : 'The workspace holds no memory yet.',
  });
});

/** memory_get_related: memories near in meaning; none while the memory has no embedding. */
export const memoryGetRelated = tool('memory_get_related', async (services, workspace, { ref, limit }) => {
  const related = await listRelatedMemories(services, workspace, {
    ref,
    limit,
    similarity_threshold: similarityThreshold(workspace),
  });
  const memories = related.map(({ memory }) => memory);
  const found = await asTheyStand(services, workspace, memories);
  return listOf(rowsWithPassages(workspace, found, { budget: PASSAGES_OF_SIMILAR }), {
    ifNone: 'Nothing similar, or the memory has no embedding yet.',
  });
});

export const memoryByFile = tool(
  'memory_by_file',
  async (services, workspace, { file_path, limit, offset }) => {
    const { results } = await listMemoriesByFile(services, workspace, { filePath: file_path, limit, offset });
    const memories = results.map(({ memory }) => memory);
    const found = await asTheyStand(services, workspace, memories);
    return listOf(rowsWithPassages(workspace, found, { query: file_path, budget: PASSAGES }), {
      ifNone: `No ${offset > 0 ? 'further ' : ''}memory names ${file_path}; a part of a path is enough.`,
    });
  },
);
