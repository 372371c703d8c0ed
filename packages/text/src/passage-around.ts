import { analyze } from './analyze.ts';
import type { Language } from './language.ts';

export interface Passage {
  /** On one line, with `…` where it was cut. */
  text: string;
  /** UTF-16 units of the text beyond the passage. */
  more: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_\-./:]*/gu;
/** The end of a sentence, or of a line, which may be a heading or an item. */
const SENTENCE_END = /[.!?:][\s)"'»”]|\n/gu;

/** Fewer units are not left out: to say so, and to ask for them, costs more. */
const REST = 80;

interface Window {
  lexemes: ReadonlySet<string>;
  language: Language;
  /** UTF-16 units of the passage. */
  length: number;
}

/**
 * The part of a text that says most of some lexemes, from the beginning of a sentence where one is near; the beginning of
 * the text when it holds none.
 */
export function passageAround(text: string, window: Window): Passage {
  const { length } = window;
  if (text.length <= length + REST) return { text: onOneLine(text), more: 0 };
  const start = startOf(text, bestHits(text, window), length);
  const end = start + length >= text.length ? text.length : wordEnd(text, start, start + length);
  const shown = onOneLine(text.slice(start, end));
  return {
    text: `${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`,
    more: text.length - (end - start),
  };
}

/** Places of the first and the last word of what a passage is to hold. */
interface Hits {
  first: number;
  last: number;
}

/**
 * The words that together say most: a word counts the less the more often the text has it, since it then says little of
 * where, and again little more than once. The earliest of equals.
 */
function bestHits(text: string, { lexemes, language, length }: Window): Hits {
  const hits = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    analyze(word, language)
      .filter(({ lexeme }) => lexemes.has(lexeme))
      .map(({ lexeme }) => ({ lexeme, index })),
  );
  const totals = Map.groupBy(hits, ({ lexeme }) => lexeme);
  const weights = new Map(
    [...totals].map(([lexeme, { length: count }]) => [lexeme, 1 / (1 + Math.log(count))]),
  );
  const counts = new Map<string, number>();
  const scoreOf = () => {
    let score = 0;
    for (const [lexeme, count] of counts)
      if (count > 0) score += (weights.get(lexeme) ?? 0) * (1 + 0.3 * Math.log(count));
    return score;
  };
  let best = { score: 0, first: 0, last: 0 };
  let behind = 0;
  for (const { lexeme, index } of hits) {
    for (; behind < hits.length && (hits[behind]?.index ?? 0) <= index + length; behind += 1) {
      const next = hits[behind]?.lexeme ?? '';
      counts.set(next, (counts.get(next) ?? 0) + 1);
    }
    const score = scoreOf();
    // Rounding makes no difference between equals.
    if (score > best.score + 1e-9) best = { score, first: index, last: hits[behind - 1]?.index ?? index };
    counts.set(lexeme, (counts.get(lexeme) ?? 1) - 1);
  }
  return best;
}

/** A third of what is left beside the hits stands before them, from a sentence on, else from a word. */
function startOf(text: string, { first, last }: Hits, length: number): number {
  // The beginning tells what the text is about.
  if (first <= length / 2 && last <= length * 0.8) return 0;
  const from = Math.max(0, first - Math.floor((length - (last - first)) / 3));
  if (from === 0) return 0;
  const before = text.slice(from, first);
  const sentence = before.matchAll(SENTENCE_END).next().value;
  if (sentence) return from + sentence.index + sentence[0].length;
  const blank = before.search(/\s/u);
  return blank === -1 ? first : from + blank + 1;
}

function wordEnd(text: string, start: number, end: number): number {
  const blank = text.slice(start, end + 1).search(/\s\S*$/u);
  // Text without blanks is cut between code points.
  if (blank > 0) return start + blank;
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
