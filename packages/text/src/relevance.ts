/** What the relevance of one search result is made of. */
export interface RelevanceInput {
  /** Share of the query's idf whose words occur in the memory, 0..1. */
  coverage: number;
  /** Sum of the idf of the query's words that the memory has. */
  matched: number;
  /** Of the vectors of memory and query, 0..1. */
  likeness: number;
  /** Share of the query's idf whose words occur anywhere in the workspace, 0..1. */
  known: number;
  /** Number of memories in the workspace. */
  memories: number;
  /** Of a page of an imported document: the share of memories among what was found, 0..1; else 0. */
  besideMemories?: number;
}

/** From so many memories on a word's idf tells how rare it is; below, it tells how few memories there are. */
const IDF_TELLS_FROM = 100;

/** So much idf in common (six words that few memories have) tells all that words can tell. */
const MATCHED_MAX = 25;

/**
 * Below one half the scale is stretched, so that 0.15 means what 0.24 meant when it was fitted. Of the story's questions
 * without an answer, both halves together, 4 of 13 near its domain pass (6 with imported pages), none of 12 far from it; of
 * 60 answers none is lost (1 with pages). With 2.05 it was 2 (5), none, and 2 (2).
 */
const STRETCH = 1.5;

/**
 * What the same words say less in a page among memories: it is long and about the whole domain, so that it holds words of any
 * question. At 0.15 it has to say what 0.3 says elsewhere. Where there are pages alone, the question is about them.
 */
const PAGE = 0.65;

/** A likeness that is worth 0.15 by itself, in other words or another language; `LEAST` is 0.15 before it is stretched. */
const MEANT = 0.48;
const LEAST = -1.16;
const STEEP = 10;

/**
 * How likely a memory has to do with the query at all, 0..1, whatever else was found. It decides what is worth showing
 * and not the order: ordering by it ranked worse. Fitted by logistic regression on half of the questions of
 * `npm run bench -- recall`, on four commit histories of 200 and 1,000, and on cranfield, each asked its own questions and
 * those of the others, and moved so that 0.15 keeps every answer of the story and refuses two thirds of what is foreign.
 * How much there is in common tells more than its share: half of two words says little, half of twelve says much.
 */
export function relevance({
  coverage,
  matched,
  likeness,
  known,
  memories,
  besideMemories = 0,
}: RelevanceInput): number {
  // The idf that the same words would have if there were more memories, none of which has them.
  const spread = Math.log(1 + IDF_TELLS_FROM) / Math.log(1 + Math.min(IDF_TELLS_FROM, Math.max(1, memories)));
  // In a small workspace words are rare by chance, and the same evidence tells more.
  const size = Math.min(2000, Math.max(5, memories));
  const byWords =
    -5.4 -
    0.55 * Math.log(size / 100) +
    1.6 * coverage +
    (8.2 * Math.min(MATCHED_MAX, spread * matched)) / MATCHED_MAX +
    2.5 * likeness +
    1.9 * known -
    PAGE * besideMemories;
  const z = Math.max(byWords, LEAST + STEEP * (likeness - MEANT) - PAGE * besideMemories);
  return 1 / (1 + Math.exp(-(z < 0 ? STRETCH * z : z)));
}
