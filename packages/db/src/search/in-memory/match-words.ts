import { RANKING } from '../ranking.ts';
import { ALTERNATIVE_WEIGHT, wordRecords, type SearchWords } from '../search-words.ts';
import type { Posting } from './postings.ts';
import type { SearchIndex } from './search-index.ts';

/** Of each slot: BM25, and the share of the query's idf whose words it holds. */
interface Matches {
  bm25: Float64Array;
  coverage: Float64Array;
  /** Those with a word, live ones alone. */
  slots: number[];
}

interface Weighed {
  lexemes: readonly string[];
  lexeme: string;
  n: number;
  alternative: boolean;
  idf: number;
}

export interface KeywordSide {
  /** By slot, up to the end of the index; 0 without a word. */
  k: Float64Array;
  /** By slot, the share of the query's idf whose words it holds. */
  coverage: Float64Array;
  /** The idf of the query. */
  whole: number;
  /** Slots that words found, before filters. */
  found: number[];
  /** The order in which what was found is taken. */
  foundBy: Float64Array;
}

/** As `exactKeywords` and `estimatedKeywords` have it. */
export function matchWords(
  index: SearchIndex,
  words: SearchWords,
  { estimated, rowsMax }: { estimated: boolean; rowsMax: number },
): KeywordSide {
  const records = wordRecords(words).map((record) => ({
    ...record,
    lexemes: record.query.split(' <-> ').map((quoted) => quoted.slice(1, -1)),
  }));
  return estimated ? byStatistics(index, records, rowsMax) : byCounting(index, records, words.words.length);
}

type WordRecord = Omit<Weighed, 'idf'>;

function byCounting(index: SearchIndex, records: readonly WordRecord[], wordCount: number): KeywordSide {
  const memories = index.size;
  let whole = 0;
  let known = 0;
  const weighed = records.map((record): Weighed => {
    let frequency = 0;
    eachHit(index, record.lexemes, () => (frequency += 1));
    const idf = Math.log(1 + (memories - frequency + 0.5) / (frequency + 0.5));
    if (frequency > 0 && !record.alternative) {
      whole += idf;
      known += 1;
    }
    return { ...record, idf };
  });
  whole += (wordCount - known) * Math.log(1 + (memories + 0.5) / 0.5);
  const matches = emptyMatches(index);
  for (const word of weighed) addMatches(index, matches, word, { averageLength: index.averageLength, whole });
  const k = withCoverage(matches);
  return { k, coverage: matches.coverage, whole, found: matches.slots, foundBy: k };
}

function byStatistics(index: SearchIndex, records: readonly WordRecord[], rowsMax: number): KeywordSide {
  const { memories, averageLength, frequencies } = index.statistics;
  const weighed = records
    .map((record) => {
      const frequency = frequencies.get(record.lexeme) ?? 0;
      const idf = Math.log(1 + (Math.max(memories - frequency, 0) + 0.5) / (frequency + 0.5));
      return { ...record, frequency, idf };
    })
    .sort((a, b) => a.frequency - b.frequency || (a.lexeme < b.lexeme ? -1 : Number(a.lexeme > b.lexeme)));
  const whole = weighed.reduce((sum, { alternative, idf }) => sum + (alternative ? 0 : idf), 0);
  const rarest = weighed.find(({ frequency }) => frequency > 0)?.frequency;
  const matches = emptyMatches(index);
  const weight = { averageLength, whole };
  let rows = 0;
  const rest: Weighed[] = [];
  for (const [place, word] of weighed.entries()) {
    // Records of one lexeme count together.
    if (place === 0 || weighed[place - 1]?.lexeme !== word.lexeme)
      rows += weighed
        .filter(({ lexeme }) => lexeme === word.lexeme)
        .reduce((sum, { frequency }) => sum + frequency, 0);
    if (rows <= rowsMax || word.frequency === rarest) addMatches(index, matches, word, weight);
    else rest.push(word);
  }
  const foundBy = withCoverage(matches);
  const found = matches.slots.slice();
  for (const word of rest) addMatches(index, matches, word, weight);
  return { k: withCoverage(matches), coverage: matches.coverage, whole, found, foundBy };
}

const emptyMatches = ({ slotCount }: SearchIndex): Matches => ({
  bm25: new Float64Array(slotCount),
  coverage: new Float64Array(slotCount),
  slots: [],
});

function addMatches(
  index: SearchIndex,
  { bm25, coverage, slots }: Matches,
  { lexemes, alternative, n, idf }: Weighed,
  { averageLength, whole }: { averageLength: number; whole: number },
): void {
  const covers = (alternative ? ALTERNATIVE_WEIGHT * idf : idf) / whole;
  const { lengths } = index;
  eachHit(index, lexemes, (slot, occurrences) => {
    const tf = alternative ? 1 : Math.max(1, occurrences);
    if (bm25[slot] === 0) slots.push(slot);
    bm25[slot]! += (n * idf * 2.2 * tf) / (tf + 1.2 * (0.75 + (0.25 * (lengths[slot] ?? 0)) / averageLength));
    coverage[slot]! += covers;
  });
}

/** Cuts what is covered at 1. */
function withCoverage({ bm25, coverage, slots }: Matches): Float64Array {
  const k = new Float64Array(bm25.length);
  const { base, share } = RANKING.coverage;
  for (const slot of slots) {
    coverage[slot] = Math.min(1, coverage[slot] ?? 0);
    k[slot] = (bm25[slot] ?? 0) * (base + share * coverage[slot]);
  }
  return k;
}

/** Each live memory that holds a lexeme, or several that follow each other, with how often a single one occurs. */
function eachHit(
  index: SearchIndex,
  lexemes: readonly string[],
  hit: (slot: number, occurrences: number) => void,
): void {
  const postings = lexemes.map((lexeme) => index.posting(lexeme));
  const [first, ...others] = postings;
  if (!first || others.includes(undefined)) return;
  const cursors = (others as Posting[]).map((posting) => ({ posting, at: 0 }));
  const { numbers, length } = first;
  for (let at = 0; at < length; at += 2 + (numbers[at + 1] ?? 0)) {
    const slot = numbers[at] ?? 0;
    if (!index.isLive(slot)) continue;
    if (cursors.length === 0) hit(slot, numbers[at + 1] ?? 0);
    else if (cursors.every((cursor) => advance(cursor, slot)) && follow(first, at, cursors)) hit(slot, 1);
  }
}

interface Cursor {
  posting: Posting;
  at: number;
}

/** Moves to a slot; false when the word does not stand there. */
function advance(cursor: Cursor, slot: number): boolean {
  const { numbers, length } = cursor.posting;
  while (cursor.at < length && (numbers[cursor.at] ?? 0) < slot)
    cursor.at += 2 + (numbers[cursor.at + 1] ?? 0);
  return cursor.at < length && numbers[cursor.at] === slot;
}

/** Whether somewhere each next word stands one position after the one before it. */
function follow(first: Posting, at: number, cursors: readonly Cursor[]): boolean {
  const places = (posting: Posting, from: number) =>
    posting.numbers.slice(from + 2, from + 2 + (posting.numbers[from + 1] ?? 0));
  const next = cursors.map((cursor) => places(cursor.posting, cursor.at));
  return places(first, at).some((place) => next.every((of, n) => of.includes(place + n + 1)));
}
