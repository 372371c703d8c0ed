import { analyze } from './analyze.ts';
import type { Language } from './language.ts';
import type { MemoryText } from './memory-text.ts';

export interface SearchText {
  /** A tsvector literal with positions, to be cast with `::tsvector`; empty when the text has no tokens. */
  tsvector: string;
  /** The number of positions in it: the document length of BM25. */
  termCount: number;
}

// Limits of PostgreSQL's tsvector: positions a lexeme, the largest position, and 1 MB in all, kept with room to spare.
const POSITIONS_PER_LEXEME_MAX = 256;
const POSITION_MAX = 16_383;
const BYTES_MAX = 800_000;

/** The search text of a memory. What lies beyond the limits of a tsvector (16,383 tokens, 800 kB) is not indexed. */
export function searchText(memory: MemoryText, language: Language): SearchText {
  const positions = collectPositions(memory, language);
  let termCount = 0;
  const entries: string[] = [];
  for (const [lexeme, places] of positions) {
    termCount += places.length;
    entries.push(`'${lexeme}':${places.join(',')}`);
  }
  return { tsvector: entries.join(' '), termCount };
}

function collectPositions(memory: MemoryText, language: Language): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  let bytes = 0;
  let offset = 1;
  for (const { text, weight } of weightedPassages(memory)) {
    const tokens = analyze(text, language);
    const length = (tokens.at(-1)?.position ?? -1) + 1;
    for (let copy = 0; copy < weight; copy++) {
      for (const { lexeme, position } of tokens) {
        const place = offset + position;
        if (place > POSITION_MAX || bytes > BYTES_MAX) return positions;
        bytes += addPosition(positions, lexeme, place);
      }
      // A gap of one place: a phrase must not match across the end of a passage.
      offset += length === 0 ? 0 : length + 1;
    }
  }
  return positions;
}

/** Adds a position and returns the bytes it takes in the literal, which are more than in the stored form. */
function addPosition(positions: Map<string, number[]>, lexeme: string, place: number): number {
  const places = positions.get(lexeme);
  if (!places) {
    positions.set(lexeme, [place]);
    return Buffer.byteLength(lexeme) + 10;
  }
  if (places.length >= POSITIONS_PER_LEXEME_MAX) return 0;
  places.push(place);
  return 6;
}

/** A piece of a memory's text and how many times it counts. */
export interface WeightedPassage {
  text: string;
  weight: number;
}

/**
 * The passages of a memory with their weights in keyword search: title three times, tags and concepts twice, files and
 * narrative once. The narrative comes last, because the index has room for a limited number of tokens.
 */
export function weightedPassages(memory: MemoryText): WeightedPassage[] {
  return [
    { text: memory.title, weight: 3 },
    ...[...memory.tags, ...memory.concepts].map((text) => ({ text, weight: 2 })),
    ...memory.sourceFiles.map((text) => ({ text, weight: 1 })),
    { text: memory.narrative, weight: 1 },
  ];
}
