import type { DegradationReason, FilterFields } from '@memory/contracts';
import type { EvidenceOptions, SearchMemoriesOptions, Workspace } from '@memory/db';
import { parseQuery, questionIn } from '@memory/text';
import { embedQuery } from '../embedding/embed-query.ts';
import type { Services } from '../services.ts';
import { filtersOf } from './filters-of.ts';

export interface Asked extends FilterFields {
  query: string;
  use_semantic: boolean;
  limit: number;
  offset: number;
}

export interface SearchOptions {
  /** Narrows to memories with a tag that begins with one of them. */
  tagPrefixes?: readonly string[] | null;
  /** Each quoted phrase must occur. */
  exact?: boolean;
}

export interface PreparedSearch {
  /** Memories of files when there is no question; nothing when neither. */
  kind: 'question' | 'files' | 'nothing';
  options: SearchMemoriesOptions;
  /** By the query's vector even where the search goes by words alone. */
  evidence: EvidenceOptions;
  degraded: boolean;
  reason: DegradationReason | null;
}

/**
 * Takes a question apart and embeds it. An empty query finds nothing, except with `files` and without `tags` (decision 22).
 * @param judges whether relevance will be judged, for which the query is embedded even if the search does not ask for it
 */
export async function prepareSearch(
  services: Pick<Services, 'embedding'>,
  workspace: Workspace,
  body: Asked,
  { tagPrefixes = null, exact = false, judges = false }: SearchOptions & { judges?: boolean } = {},
): Promise<PreparedSearch> {
  const { language, glossary, memoryCount, hasSemanticIndex } = workspace;
  const { text, required, ...words } = parseQuery(body.query, language, { exact, glossary });
  // Of a long text what it asks: the scale of relevance is the same at every length.
  const asked = judges ? questionIn(text) : text;
  const isQuestion = body.query.trim() !== '';
  const embeds = isQuestion && (body.use_semantic || judges);
  const embedded = embeds ? await embedQuery(services, workspace, text) : NOT_EMBEDDED;
  const { semantic, degraded, reason } = body.use_semantic ? embedded : NOT_EMBEDDED;
  const { limit, offset } = body;
  const filters = { ...filtersOf(body, tagPrefixes), required };
  const asksForFiles = !isQuestion && (body.files?.length ?? 0) > 0 && !body.tags?.length;
  const finds = isQuestion ? words.words.length > 0 || semantic !== null : asksForFiles;
  return {
    kind: finds ? (isQuestion ? 'question' : 'files') : 'nothing',
    options: { ...words, filters, semantic, memoryCount, hasSemanticIndex, limit, offset },
    evidence: {
      ...(asked === text ? words : parseQuery(asked, language, { exact, glossary })),
      semantic: embedded.semantic,
      memoryCount,
    },
    degraded,
    reason,
  };
}

const NOT_EMBEDDED = { semantic: null, degraded: false, reason: null } as const;
