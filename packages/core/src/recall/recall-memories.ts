import type { FilterFields, SearchReply, SearchResult } from '@memory/contracts';
import type { SearchProfile } from '@memory/contracts/tools';
import { countRetrievals, readProvenance, readSuccessors, readVotes, type Workspace } from '@memory/db';
import { presentMemory } from '../memories/present-memory.ts';
import { filtersOf } from '../search/filters-of.ts';
import { searchMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';
import { newerNotes, withNote } from './as-they-stand.ts';
import { judgeRelevance } from './judge-relevance.ts';
import { orderByProfile } from './search-profile.ts';
import { withProvenance } from './with-provenance.ts';
import { belowSuccessors, foldTwins, type Found } from './successions.ts';

export interface Recall extends FilterFields {
  query: string;
  tagPrefixes: readonly string[] | null;
  profile: SearchProfile;
  /** Least relevance kept, 0..1; 0 keeps everything and judges nothing. */
  minScore: number;
  /** 1..100. */
  limit: number;
}

/** A result with what is to be said of it. */
type RecalledResult = SearchResult & Found;

export interface Recalled {
  reply: Pick<SearchReply, 'degraded'>;
  results: RecalledResult[];
  /** Results left out as irrelevant that would have stood among those shown, or after them when few are. */
  suppressedCount: number;
  /** The nearest of what was left out, when nothing is certain and it is not foreign altogether. */
  nearest: SearchResult | null;
}

/** Least relevance of the nearest memory that is named when nothing reaches what was asked for. */
const NAMED_FROM = 0.04;

/** Candidates that are ordered and judged; a profile needs more than it shows. */
const CANDIDATES_MIN = 50;

/** The same where memories of other projects may stand before those of the caller's. */
const CANDIDATES_OF_PROJECT = 100;

/** So much more relevant a memory of another project has to be than one of the caller's: by half. */
const FOREIGN = 1.5;

/**
 * A search for a model: ordered by a profile, without what is irrelevant, with what was superseded below its newest
 * successor, and equal texts once. Where the caller names its project, what is known of others comes after that and has to
 * be more relevant. What it returns counts as retrieved.
 */
export async function recallMemories(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'embedding' | 'reranker'>,
  workspace: Workspace,
  { tagPrefixes, profile, minScore, limit, ...body }: Recall,
): Promise<Recalled> {
  const reply = await searchMemories(
    services,
    workspace,
    {
      ...body,
      use_semantic: profile !== 'exact',
      limit: Math.max(workspace.project === undefined ? CANDIDATES_MIN : CANDIDATES_OF_PROJECT, 2 * limit),
      offset: 0,
    },
    { tagPrefixes, exact: profile === 'exact' },
  );
  const found = reply.results.map(({ memory }) => memory.id);
  const [judged, votes, successors, origins] = await Promise.all([
    judge(services, workspace, { query: body.query, candidates: reply.results, minScore }),
    readVotes(services.db, workspace.id, found),
    readSuccessors(services.db, workspace.id, {
      ids: found,
      filters: filtersOf(body, tagPrefixes),
    }),
    workspace.project === undefined
      ? []
      : readProvenance(services.db, workspace.id, found, workspace.project),
  ]);
  const foreign = new Set(origins.flatMap(({ id, is_foreign }) => (is_foreign ? [id] : [])));
  const candidates: readonly RecalledResult[] = orderByProfile(profile, reply.results, {
    query: body.query,
    now: services.clock(),
    votes,
  }).toSorted((a, b) => Number(foreign.has(a.memory.id)) - Number(foreign.has(b.memory.id)));
  const relevanceOf = new Map(found.map((id, place) => [id, judged[place] ?? 0]));
  const relevances = candidates.map(({ memory }) => relevanceOf.get(memory.id) ?? 0);
  const least = ({ memory }: RecalledResult) =>
    foreign.has(memory.id) ? Math.min(1, FOREIGN * minScore) : minScore;
  const relevant = candidates.filter((item, place) => (relevances[place] ?? 0) >= least(item));
  const form = services.settings.memoryIdForm;
  const standing = foldTwins(
    belowSuccessors(relevant, successors, ({ memory }, replaced) => ({
      ...replaced,
      memory: presentMemory(memory, form),
    })),
  );
  const shown = standing.slice(0, limit);
  const ids = shown.map(({ memory }) => memory.id);
  const [notes, provenance] = await Promise.all([
    newerNotes(services, workspace, ids),
    readProvenance(services.db, workspace.id, ids, workspace.project),
    countRetrievals(services.db, workspace.id, ids),
  ]);
  return {
    reply,
    results: withProvenance(shown, workspace, provenance).map((result) => withNote(result, notes)),
    suppressedCount: suppressedAmong(candidates, relevant, shown.length < limit ? undefined : ids),
    nearest:
      shown.length === 0
        ? mostRelevant(candidates.slice(0, candidates.length - foreign.size), relevances)
        : null,
  };
}

function mostRelevant(
  candidates: readonly SearchResult[],
  relevances: readonly number[],
): SearchResult | null {
  const most = Math.max(...relevances.slice(0, candidates.length));
  return most >= NAMED_FROM ? (candidates[relevances.indexOf(most)] ?? null) : null;
}

async function judge(
  services: Pick<Services, 'db' | 'embedding' | 'reranker'>,
  workspace: Workspace,
  { query, candidates, minScore }: { query: string; candidates: readonly SearchResult[]; minScore: number },
): Promise<number[]> {
  // A search by files alone asks no question that something could be irrelevant to.
  if (minScore === 0 || query.trim() === '') return candidates.map(() => 1);
  return judgeRelevance(services, workspace, { query, results: candidates });
}

/** How many stood before the last of those shown, or among all when fewer are shown than might be. */
function suppressedAmong(
  candidates: readonly SearchResult[],
  relevant: readonly SearchResult[],
  shownIds: readonly string[] | undefined,
): number {
  const places = candidates.flatMap(({ memory }, place) => (shownIds?.includes(memory.id) ? [place] : []));
  const reached = shownIds ? candidates.slice(0, Math.max(0, ...places) + 1) : candidates;
  return reached.filter((candidate) => !relevant.includes(candidate)).length;
}
