import { normalizeFilePath } from '@memory/contracts';
import type { SearchProfile } from '@memory/contracts/tools';
import type { MemoryRow, RecallCandidate } from '@memory/db';
import { isImported } from './is-imported.ts';
import { withoutEnd } from '@memory/text/without-end';

/** Age at which `recency` counts a memory's score half. */
const HALF_LIFE_DAYS = 14;
const DAY_MS = 86_400_000;

export interface ProfileFacts {
  query: string;
  now: Date;
}

/**
 * Puts the candidates of a search, best first, into the order of a profile, with what people thought of them. Scores stay as they are: a profile says what
 * is shown first, not how well it matches.
 */
export function orderByProfile(
  profile: SearchProfile,
  candidates: readonly RecallCandidate[],
  { query, now }: ProfileFacts,
): readonly RecallCandidate[] {
  const liked = ({ rank, memory, codeVerdict }: RecallCandidate) =>
    rank.score * factorOf(memory) * (GROUND[codeVerdict ?? ''] ?? 1) * (isImported(memory) ? PAGE : 1);
  const byVotes = sortedBy(candidates, liked);
  switch (profile) {
    case 'exploration':
      return inTurns(byVotes);
    case 'recency':
      return sortedBy(candidates, (result) => liked(result) * freshness(result.memory.created_at, now));
    case 'file-scoped':
      return sortedBy(byVotes, ({ memory }) => fileCloseness(memory.source_files, pathsIn(query)));
    default:
      // `exact` differs in what it looks for, not in the order.
      return byVotes;
  }
}

/**
 * Share of its score that a memory keeps whose code has changed or gone: enough to stand below one that matches as well, and above
 * one that matches worse.
 */
const GROUND: Record<string, number> = { changed: 0.9, gone: 0.8 };

/**
 * Weight of a page that was imported beside a memory. Long as it is, it holds more words of a question: of the story's 60 answers
 * pages stood before 3 (2 with this), none of which they answered.
 */
const PAGE = 0.9;

/** The most that votes can move a memory by, and the votes that count as doubt. */
const VOTES_WEIGHT = 0.3;
const VOTES_DOUBT = 3;

/**
 * Votes decide among memories that match about as well: five useless ones take .19 of a score and five useful ones add as
 * much, so that what matches far better stays first whatever was thought of it elsewhere.
 */
const factorOf = ({
  feedback_positive_count: useful,
  feedback_negative_count: useless,
}: Pick<MemoryRow, 'feedback_positive_count' | 'feedback_negative_count'>): number =>
  1 + (VOTES_WEIGHT * (useful - useless)) / (useful + useless + VOTES_DOUBT);

const sortedBy = (candidates: readonly RecallCandidate[], value: (result: RecallCandidate) => number) =>
  candidates
    .map((result) => ({ result, value: value(result) }))
    .toSorted((a, b) => b.value - a.value)
    .map(({ result }) => result);

/** The best of each topic first, then the second of each: a topic is a community, or a type before there are any. */
function inTurns(candidates: readonly RecallCandidate[]): RecallCandidate[] {
  const seen = new Map<string, number>();
  const turns = candidates.map((result) => {
    const topic = result.memory.community_label ?? `type ${result.memory.memory_type}`;
    const turn = seen.get(topic) ?? 0;
    seen.set(topic, turn + 1);
    return { result, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ result }) => result);
}

/** 1 for a new memory, halved every two weeks, never below 0.1: a far better match may still come first. */
function freshness(createdAt: string, now: Date): number {
  const days = Math.max(0, now.getTime() - Date.parse(createdAt)) / DAY_MS;
  return 0.1 + 0.9 * 0.5 ** (days / HALF_LIFE_DAYS);
}

/** Words of a query that look like paths or file names: `src/a.ts`, `a.ts`. */
function pathsIn(query: string): string[] {
  const words = query.split(/[\s"'`,;()<>]+/u).map((word) => withoutEnd(word, '.:?!'));
  return words
    .filter((word) => /[\\/]/u.test(word) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]\w{0,7}$/u.test(word))
    .map((path) => normalizeFilePath(path).toLowerCase());
}

/** 3 for the very file, 2 for a path that ends with it, 1 for a file of the same folder, else 0. */
function fileCloseness(files: readonly string[], wanted: readonly string[]): number {
  const closeness = (file: string, path: string) => {
    if (file === path) return 3;
    if (file.endsWith(`/${path}`) || path.endsWith(`/${file}`)) return 2;
    return path.includes('/') && folderOf(file) === folderOf(path) ? 1 : 0;
  };
  return Math.max(0, ...files.flatMap((file) => wanted.map((path) => closeness(file.toLowerCase(), path))));
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
