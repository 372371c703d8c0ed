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

/**
 * The part of a text that holds the most of some lexemes, from the beginning of a sentence where one is near; the
 * beginning of the text when it holds none.
 * @param length UTF-16 units of the passage
 */
export function passageAround(
  text: string,
  { lexemes, language, length }: { lexemes: ReadonlySet<string>; language: Language; length: number },
): Passage {
  if (text.length <= length) return { text: onOneLine(text), more: 0 };
  const start = startOf(text, bestHit(text, { lexemes, language, length }), length);
  const end = start + length >= text.length ? text.length : wordEnd(text, start, start + length);
  const shown = onOneLine(text.slice(start, end));
  return {
    text: `${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`,
    more: text.length - (end - start),
  };
}

/** The first word of the window with the most different lexemes, then the most words; the earliest of equals. */
function bestHit(
  text: string,
  { lexemes, language, length }: { lexemes: ReadonlySet<string>; language: Language; length: number },
): number {
  const hits = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    analyze(word, language)
      .filter(({ lexeme }) => lexemes.has(lexeme))
      .map(({ lexeme }) => ({ lexeme, index })),
  );
  const counts = new Map<string, number>();
  let [best, first, last] = [{ kinds: 0, words: 0, index: 0 }, 0, 0];
  for (const { index } of hits) {
    for (; last < hits.length && (hits[last]?.index ?? 0) <= index + length / 2; last += 1) {
      const { lexeme } = hits[last] ?? { lexeme: '' };
      counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
    }
    const [kinds, words] = [counts.size, last - first];
    if (kinds > best.kinds || (kinds === best.kinds && words > best.words)) best = { kinds, words, index };
    const { lexeme } = hits[first] ?? { lexeme: '' };
    const left = (counts.get(lexeme) ?? 0) - 1;
    if (left > 0) counts.set(lexeme, left);
    else counts.delete(lexeme);
    first += 1;
  }
  return best.index;
}

/** Where a passage begins that is to hold what stands at `hit`: at a sentence within a third of it, else at a word. */
function startOf(text: string, hit: number, length: number): number {
  const reach = Math.floor(length / 3);
  if (hit <= reach) return 0;
  const before = text.slice(hit - reach, hit);
  const sentence = [...before.matchAll(SENTENCE_END)].at(-1);
  if (sentence) return hit - reach + sentence.index + sentence[0].length;
  const blank = before.search(/\s/u);
  return blank === -1 ? hit : hit - reach + blank + 1;
}

function wordEnd(text: string, start: number, end: number): number {
  const blank = text.slice(start, end + 1).search(/\s\S*$/u);
  // Text without blanks is cut between code points.
  if (blank > 0) return start + blank;
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
