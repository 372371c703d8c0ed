import { type FilterFields, isFiltered, type Memory, MIN_SCORE } from '@memory/contracts';
import type { SearchProfile } from '@memory/contracts/tools';
import {
  findMemory,
  listMemoriesWithFiles,
  type MemoryRow,
  readStanding,
  readSuccessors,
  searchForRecall,
  type RecallCandidate,
  type Standing,
  type Successor,
  type Workspace,
} from '@memory/db';
import { isTranslated, relevance, type Language, questionIn } from '@memory/text';
import { presentMemory } from '../memories/present-memory.ts';
import { prepareSearch, type PreparedSearch } from '../search/prepare-search.ts';
import type { Services } from '../services.ts';
import { isImported } from './is-imported.ts';
import { orderByProfile } from './search-profile.ts';
import { belowSuccessors, foldAlike, foldTwins, type Found } from './successions.ts';
import { withStanding } from './with-standing.ts';

export interface Recall extends FilterFields {
  query: string;
  tagPrefixes: readonly string[] | null;
  profile: SearchProfile;
  /** Least relevance kept, 0..1; 0 keeps everything and judges nothing. */
  minScore: number;
  /** 1..100. */
  limit: number;
  /** False where nobody sees what is found: it does not count as retrieved. */
  counts?: boolean;
}

export interface Recalled {
  /** Whether the words alone were searched for, since the query could not be embedded. */
  degraded: boolean;
  results: Found[];
  /** The first of what was left out that is more than half as likely as asked for, when nothing is certain. */
  nearest: Memory | null;
}

/** Candidates that are ordered and judged; a profile needs more than it shows. */
const CANDIDATES_MIN = 50;

/** The same where memories of other projects may stand before those of the caller's. */
const CANDIDATES_OF_PROJECT = 100;

/** The least likelihood of a memory, as a share of the best one's. */
const BESIDE_BEST = 1 / 3;

/** From this share of what is asked for on the nearest is named: of 442 silences in eight stories 63, of which 14 are right; from half on 93 and 18. */
const NEAREST = 0.6;

/** From this share of the relevance of the one before it on, a newer memory of the same file stands first. */
const CLOSE = 0.8;

/** So much more relevant a memory of another project has to be than one of the caller's: by half. */
const FOREIGN = 1.5;

type RecallServices = Pick<Services, 'db' | 'clock' | 'settings' | 'embedding' | 'reranker'>;

/**
 * A search for a model: ordered by a profile, without what is irrelevant, with what was superseded below its newest
 * successor, what was said not to hold last, and what says the same once. Where the caller names its project, what is known of
 * others comes after that and has to be more relevant. Two statements, and one more
 * where something found was superseded, or a later one of an open pair was not found.
 */
export async function recallMemories(
  services: RecallServices,
  workspace: Workspace,
  { tagPrefixes, profile, minScore, limit, counts = true, ...body }: Recall,
): Promise<Recalled> {
  const { db, settings } = services;
  // A search by files alone asks no question that something could be irrelevant to.
  const judges = minScore > 0 && body.query.trim() !== '';
  const asked = {
    ...body,
    use_semantic: profile !== 'exact',
    limit: Math.max(workspace.project === undefined ? CANDIDATES_MIN : CANDIDATES_OF_PROJECT, 2 * limit),
    offset: 0,
  };
  const prepared = await prepareSearch(services, workspace, asked, {
    tagPrefixes,
    exact: profile === 'exact',
    judges,
  });
  const found = await findCandidates(services, workspace, prepared, { judges, question: body.query });
  const judged = judges
    ? await judgeRelevance(services, { query: body.query, language: workspace.language }, found)
    : found.map(() => 1);
  const relevanceOf = new Map(found.map((candidate, place) => [candidate, judged[place] ?? 0]));
  const relevance = (candidate: RecallCandidate) => relevanceOf.get(candidate) ?? 0;
  const rank = ({ isForeign, isWithdrawn, isRejected }: RecallCandidate) =>
    2 * Number(isForeign) + Number(isWithdrawn || isRejected);
  const candidates = orderByProfile(profile, found, {
    query: body.query,
    now: services.clock(),
  }).toSorted((a, b) => rank(a) - rank(b));
  const best = Math.max(0, ...judged);
  const least = judges ? Math.max(minScore, profile === 'exploration' ? 0 : BESIDE_BEST * best) : 0;
  const isRelevant = (candidate: RecallCandidate) =>
    relevance(candidate) >= (candidate.isForeign ? Math.min(1, FOREIGN * least) : least);
  const passing = candidates.filter(isRelevant);
  const relevant = judges ? newerOfFileFirst(passing, relevance) : passing;
  const replaced = relevant.filter(({ isReplaced }) => isReplaced).map(({ memory }) => memory.id);
  const { filters } = prepared.options;
  const successors =
    replaced.length === 0 ? [] : await readSuccessors(db, workspace.id, { ids: replaced, filters });
  const form = settings.memoryIdForm;
  const shown = foldTwins(
    belowSuccessors(
      relevant.map(({ memory, rank: { score } }): Found => ({ memory: presentMemory(memory, form), score })),
      successors,
      ({ memory }: Successor) => ({ memory: presentMemory(memory, form) }),
    ),
  ).slice(0, limit);
  const ids = shown.map(({ memory }) => memory.id);
  const standing = await readStanding(db, workspace.id, {
    ids,
    project: workspace.project,
    counts,
  });
  // A later one of an open pair stands above the earlier one even where the words do not find it.
  const isNarrowed = isFiltered(body) || tagPrefixes !== null;
  const absent = isNarrowed
    ? []
    : standing.flatMap(({ newer }) => (newer && !ids.includes(newer.id) ? [newer.id] : []));
  const later = await readLater(services, workspace, {
    ids: [...new Set(absent)].slice(0, LATER_MAX),
    counts,
  });
  const rejected = new Set(found.flatMap(({ memory, isRejected }) => (isRejected ? [memory.id] : [])));
  const known = [...standing, ...later.standing];
  const items = withStanding([...shown, ...later.found], workspace, { standing: known, form });
  const nearest = candidates.find((one) => !one.isForeign && relevance(one) >= NEAREST * minScore);
  return {
    degraded: prepared.degraded,
    results: foldAlike(newerFirst(belowWhatHolds(items, known), known, rejected), known).slice(0, limit),
    nearest: shown.length === 0 && nearest ? presentMemory(nearest.memory, form) : null,
  };
}

/** Later ones of open pairs that are added to an answer. */
const LATER_MAX = 3;

async function readLater(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id: workspaceId, project }: Workspace,
  { ids, counts }: { ids: readonly string[]; counts: boolean },
): Promise<{ found: Found[]; standing: Standing[] }> {
  if (ids.length === 0) return { found: [], standing: [] };
  const [rows, standing] = await Promise.all([
    Promise.all(ids.map((id) => findMemory(db, workspaceId, { form: 'A', id }))),
    readStanding(db, workspaceId, { ids, project, counts }),
  ]);
  const own = new Set(standing.flatMap(({ id, is_foreign }) => (is_foreign ? [] : [id])));
  const found = rows.filter((row) => row !== undefined && own.has(row.id)) as MemoryRow[];
  return { found: found.map((row) => ({ memory: presentMemory(row, settings.memoryIdForm) })), standing };
}

/** The most that one question has of them. */
const ANSWERS_MAX = 100;

/** Identifiers of the memories that answer a question by the gate of `memory_search`; nothing counts as retrieved. */
export async function listAnswers(
  services: RecallServices,
  workspace: Workspace,
  { query, ...filters }: FilterFields & { query: string },
): Promise<{ answers: string[] }> {
  const { results } = await recallMemories(services, workspace, {
    query,
    ...filters,
    tagPrefixes: null,
    profile: 'default',
    minScore: MIN_SCORE,
    limit: ANSWERS_MAX,
    counts: false,
  });
  return { answers: results.map(({ memory }) => memory.memory_id ?? memory.id) };
}

/** Places that what was tried on a branch and never merged goes down by. */
const ABANDONED = 1.5;

function belowWhatHolds(found: readonly Found[], standing: readonly Standing[]): Found[] {
  const abandoned = new Set(
    standing.flatMap(({ id, branch_state }) => (branch_state === 'abandoned' ? [id] : [])),
  );
  return found
    .map((item, place) => ({ item, place: place + (abandoned.has(item.memory.id) ? ABANDONED : 0) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Of two neighbours that share a file and are about as relevant the newer stands first. */
function newerOfFileFirst(
  found: readonly RecallCandidate[],
  relevance: (candidate: RecallCandidate) => number,
): RecallCandidate[] {
  const placed = [...found];
  for (const [place, later] of found.entries()) {
    const earlier = placed[place - 1];
    if (earlier === undefined || placed[place] !== later) continue;
    const isNewer = Date.parse(later.memory.created_at) > Date.parse(earlier.memory.created_at);
    const sharesFile = later.memory.source_files.some((file) => earlier.memory.source_files.includes(file));
    const isOfOneRank = (['isForeign', 'isWithdrawn', 'isRejected'] as const).every(
      (name) => later[name] === earlier[name],
    );
    if (isNewer && sharesFile && isOfOneRank && relevance(later) >= CLOSE * relevance(earlier))
      placed.splice(place - 1, 2, later, earlier);
  }
  return placed;
}

/** A newer memory of a subject stands right above the one it may replace, unless somebody said that it did not help with this question. */
function newerFirst(
  found: readonly Found[],
  standing: readonly Standing[],
  rejected: ReadonlySet<string>,
): Found[] {
  const newerOf = new Map(
    standing.flatMap(({ id, newer }) => (newer && !rejected.has(newer.id) ? [[id, newer.id] as const] : [])),
  );
  return found.reduce<Found[]>((placed, item) => {
    const at = placed.findIndex(({ memory }) => newerOf.get(memory.id) === item.memory.id);
    return placed.toSpliced(at === -1 ? placed.length : at, 0, item);
  }, []);
}

async function findCandidates(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { kind, options, evidence }: PreparedSearch,
  { judges, question }: { judges: boolean; question: string },
): Promise<RecallCandidate[]> {
  switch (kind) {
    case 'nothing':
      return [];
    case 'files':
      return (await listMemoriesWithFiles(db, workspace.id, options)).map(({ memory, extra }) => ({
        memory,
        rank: extra,
        evidence: null,
        isForeign: false,
        // It is asked whether there is a successor.
        isReplaced: true,
        isWithdrawn: false,
        isRejected: false,
        codeVerdict: null,
      }));
    default:
      return searchForRecall(db, workspace.id, {
        ...options,
        judged: judges ? evidence : null,
        project: workspace.project,
        question,
      });
  }
}

/** Narratives are cut to this for a reranker, in UTF-16 units: its models read about 500 tokens. */
const RERANKED_LENGTH = 2_000;

/** Words of a question that is no sentence, and letters of one that can be a name. */
const BRIEF = 3;
const NAME_LENGTH = 4;

/** So few of the candidates say a name that singles out what they are about. */
const SINGLED_MAX = 3;

/**
 * How likely each candidate has to do with the query at all, 0..1, in their order: by the reranker when one is configured
 * and answers, else by words and vectors (retrieval gate of @memory/text).
 */
async function judgeRelevance(
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
  const words = wordsOf(query);
  const isName = ({ length }: string) => words.length <= BRIEF && length >= NAME_LENGTH;
  const names = words.filter(isName);
  // The last of several words tells what is asked of what the others name.
  const subjects = words.slice(0, Math.max(1, words.length - 1)).filter(isName);
  // Texts of any length, each read once and only for such a question.
  const said = (subjects.length === 0 ? [] : candidates).map(
    ({ memory: { title, narrative, concepts, tags } }) =>
      new Set(wordsOf([title, narrative, ...concepts, ...tags].join(' '))),
  );
  const sayers = subjects.map((name) => candidates.filter((_, at) => said[at]?.has(name)));
  const singled = new Set(sayers.filter(({ length }) => length <= SINGLED_MAX).flat());
  return candidates.map((candidate) => {
    const { evidence, memory, rank } = candidate;
    if (!evidence) return 1;
    return relevance({
      ...evidence,
      isTranslated: translated,
      isNamed: names.some((name) => memory.title.toLowerCase().includes(name)),
      isSingled: singled.has(candidate),
      ...(isLong ? { ranked: rank.score } : {}),
      besideMemories: isImported(memory) ? stored : 0,
    });
  });
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

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
