import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../../database.ts';
import { json, uuidArray } from '../../sql-values.ts';
import { pickPage, type RankedPage, type SearchMemoriesOptions } from '../ranked-memory.ts';
import { RANKING } from '../ranking.ts';
import { filterCondition } from '../search-filters.ts';
import { derivedMatches, DIRECT_AND_DERIVED, queryVector } from '../semantic-expressions.ts';
import { rankInMemory, type DirectMatch } from './rank-in-memory.ts';
import { unseenChanges } from './search-changes.ts';
import type { KeptIndex } from './search-indexes-of.ts';

/**
 * The page of a search whose direct matches come from an index in memory: the statement follows the graph from them and
 * reads what is shown, and nothing else.
 * @param options.checks whether it shall find nothing when something was written that the index does not know
 */
export function rankedInMemory(
  db: Database,
  workspaceId: WorkspaceId,
  { index, horizon }: KeptIndex,
  options: SearchMemoriesOptions,
  { checks }: { checks: boolean },
): RankedPage {
  const { semantic, filters, limit, offset } = options;
  const direct = rankInMemory(index, options);
  const isCurrent = checks
    ? sql`not exists (select from search_changes c where ${unseenChanges(workspaceId, horizon)})`
    : sql`true`;
  const matches = sql`direct as materialized (
      select d.id, d.score, d.match_type
      from jsonb_to_recordset(${json(whatCounts(direct, Math.max(limit + offset, RANKING.derived.from)))})
        d(id uuid, score float8, match_type text)
      where ${isCurrent})`;
  const picked = (ranked: SQL) => pickPage(workspaceId, ranked, options);
  const others = index.size - direct.length;
  if (!semantic || others === 0)
    return {
      expressions: matches,
      picked: picked(sql`select id, score, match_type from direct`),
      plannedOnce: true,
    };
  return {
    // All is looked up by identifiers: the words and vectors of the workspace have been read already.
    plannedOnce: true,
    expressions: sql`${matches},
      ${queryVector(db, semantic)},
      ${derivedMatches(
        workspaceId,
        semantic,
        filterCondition({ ...filters, tags: null }) ?? sql`true`,
        isAmong(index, direct),
      )}`,
    picked: picked(DIRECT_AND_DERIVED),
  };
}

/** Matches that can stand on the page, or be followed from: the best, and those that equal the last of them in six digits. */
function whatCounts(direct: readonly DirectMatch[], count: number): readonly DirectMatch[] {
  const sorted = direct.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const last = sorted[count - 1];
  return last ? sorted.filter(({ score }) => score >= last.score - 1e-6) : sorted;
}

/**
 * Whether `n.id` is one of the matches, by the shorter list: theirs, or that of all others. In a plan that is kept a subquery is hashed,
 * where an array is compared one by one: 36 ms instead of 2 for 900 matches.
 */
function isAmong({ ids, size }: KeptIndex['index'], direct: readonly DirectMatch[]): SQL {
  const matches = direct.map(({ id }) => id);
  const isListed = (list: readonly string[]) =>
    sql`coalesce(n.id in (select unnest(${uuidArray(list)})), false)`;
  if (2 * matches.length <= size) return isListed(matches);
  const known = new Set(matches);
  return sql`not ${isListed(ids.filter((id) => id !== '' && !known.has(id)))}`;
}
