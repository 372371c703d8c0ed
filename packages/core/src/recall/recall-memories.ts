import type { SearchBody, SearchReply } from '@memory/contracts';
import type { SearchProfile } from '@memory/contracts/tools';
import { countRetrievals, type Workspace } from '@memory/db';
import { searchMemories } from '../search/search-memories.ts';
import type { Services } from '../services.ts';
import { judgeRelevance } from './judge-relevance.ts';
import { orderByProfile } from './search-profile.ts';

export interface Recall extends Pick<
  SearchBody,
  'query' | 'memory_types' | 'tags' | 'files' | 'min_importance' | 'min_confidence'
> {
  tagPrefixes: readonly string[] | null;
  profile: SearchProfile;
  /** Least relevance kept, 0..1; 0 keeps everything and judges nothing. */
  minScore: number;
  /** 1..100. */
  limit: number;
}

export interface Recalled {
  reply: SearchReply;
  /** Results left out as irrelevant that would have stood among those shown, or after them when few are. */
  suppressedCount: number;
}

/** Candidates that are ordered and judged; a profile needs more than it shows. */
const CANDIDATES_MIN = 50;

/**
 * A search for a model: ordered by a profile, without what is irrelevant. What it returns counts as retrieved; near
 * duplicates are never folded together (decision 43).
 */
export async function recallMemories(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'embedding' | 'reranker'>,
  workspace: Workspace,
  { tagPrefixes, profile, minScore, limit, ...body }: Recall,
): Promise<Recalled> {
  const reply = await searchMemories(
    services,
    workspace,
    { ...body, use_semantic: profile !== 'exact', limit: Math.max(CANDIDATES_MIN, 2 * limit), offset: 0 },
    { tagPrefixes, exact: profile === 'exact' },
  );
  const candidates = orderByProfile(profile, reply.results, { query: body.query, now: services.clock() });
  // A search by files alone asks no question that something could be irrelevant to.
  const judged = minScore > 0 && body.query.trim() !== '';
  const relevances = judged
    ? await judgeRelevance(services, workspace, { query: body.query, results: candidates })
    : candidates.map(() => 1);
  const relevant = candidates.filter((_, place) => (relevances[place] ?? 0) >= minScore);
  const results = relevant.slice(0, limit);
  const last = results.at(-1);
  const reached = results.length === limit && last ? candidates.indexOf(last) + 1 : candidates.length;
  const ids = results.map(({ memory }) => memory.id);
  await countRetrievals(services.db, workspace.id, ids);
  return { reply: { ...reply, count: results.length, results }, suppressedCount: reached - results.length };
}
