import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { gramsOf, knownParts } from '../src/table/unknown-words.ts';
import { tableWords } from '../src/table/table-words.ts';
import { WordRows } from '../src/table/word-rows.ts';
import type { Pair, TextLanguage } from './extract/pairs.ts';

/** Words of either text of a pair. */
const WORDS_MAX = { a: 48, b: 96 };

/** Words of other languages than English, the most frequent of each; English has the rest. */
const SHARES: Partial<Record<TextLanguage, number>> = { de: 11_000, fr: 7_000, es: 7_000, zh: 11_000 };

/** Share of the pairs of a language that a pass draws: there are far more translations than they need, and English pays for them. */
const DRAWN: Record<TextLanguage, number> = { en: 1, de: 0.8, es: 0.3, fr: 0.3, zh: 0.4 };

const FREQUENCY_MIN = 4;
const WORD_LENGTH_MAX = 30;

/** Kinds whose first text may be a single word. */
const MAY_BE_SHORT = new Set(['synonym', 'gloss', 'api', 'wider', 'intent']);

/** Rows of the table with their weights, text by text. */
export interface Texts {
  rows: Int32Array;
  weights: Float32Array;
  /** Where each text begins; the last number is the end. */
  starts: Int32Array;
}

export interface Corpus {
  words: string[];
  /** Occurrences of each word. */
  counts: number[];
  grams: number;
  a: Texts;
  b: Texts;
  kinds: string[];
  languages: TextLanguage[];
  draws: Float32Array;
}

/** Reads pairs, chooses the vocabulary, and writes every text as rows of the table to be. */
export async function readCorpus(
  file: string,
  { words: size, grams }: { words: number; grams: number },
): Promise<Corpus> {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) numbers.set(word, (number = names.push(word) - 1));
    return number;
  };
  const sides = { a: new Numbers(), b: new Numbers() };
  const kinds: string[] = [];
  const languages: TextLanguage[] = [];
  const draws: number[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const pair = JSON.parse(line) as Pair;
    const a = tableWords(pair.a, WORDS_MAX.a);
    let b = tableWords(pair.b, WORDS_MAX.b);
    if (a.length < (MAY_BE_SHORT.has(pair.kind) ? 1 : 2)) continue;
    // A body that begins with its heading teaches nothing.
    if (a.every((word, i) => b[i] === word)) b = b.slice(a.length);
    if (b.length === 0) continue;
    sides.a.add(a.map(numberOf));
    sides.b.add(b.map(numberOf));
    kinds.push(pair.kind);
    languages.push(pair.language);
    draws.push(pair.weight * DRAWN[pair.language]);
  }
  const chosen = chooseWords(names, sides, { kinds, languages }, size);
  const words = chosen.map(({ number }) => names[number] ?? '');
  const rowOf = new Int32Array(names.length).fill(-1);
  for (const [row, { number }] of chosen.entries()) rowOf[number] = row;
  const known = new WordRows(Buffer.from(`${words.join('\n')}\n`), words.length);
  const unknown = new Map<number, { rows: readonly number[]; weight: number }>();
  const expand = (number: number) => {
    let parts = unknown.get(number);
    if (!parts)
      unknown.set(number, (parts = partsOf(names[number] ?? '', known, { words: words.length, grams })));
    return parts;
  };
  const write = (side: Numbers): Texts => {
    const partsOfWord = (number: number) => {
      const row = rowOf[number] ?? -1;
      return row === -1 ? expand(number) : { rows: [row], weight: 1 };
    };
    let size = 0;
    for (const number of side.all) size += partsOfWord(number).rows.length;
    const rows = new Int32Array(size);
    const weights = new Float32Array(size);
    const starts = new Int32Array(side.count + 1);
    let end = 0;
    for (let text = 0; text < side.count; text += 1) {
      for (const number of side.text(text)) {
        const { rows: parts, weight } = partsOfWord(number);
        for (const row of parts) {
          rows[end] = row;
          weights[end] = weight;
          end += 1;
        }
      }
      starts[text + 1] = end;
    }
    return { rows, weights, starts };
  };
  return {
    words,
    counts: chosen.map(({ count }) => count),
    grams,
    a: write(sides.a),
    b: write(sides.b),
    kinds,
    languages,
    draws: Float32Array.from(draws),
  };
}

/** Lists of numbers in one array that grows. */
class Numbers {
  #all = new Int32Array(2 ** 20);
  readonly #starts: number[] = [0];

  get count(): number {
    return this.#starts.length - 1;
  }

  get all(): Int32Array {
    return this.#all.subarray(0, this.#starts.at(-1));
  }

  add(numbers: readonly number[]): void {
    const start = this.#starts.at(-1) ?? 0;
    if (start + numbers.length > this.#all.length) {
      const grown = new Int32Array(2 * this.#all.length);
      grown.set(this.#all);
      this.#all = grown;
    }
    this.#all.set(numbers, start);
    this.#starts.push(start + numbers.length);
  }

  text(index: number): Int32Array {
    return this.#all.subarray(this.#starts[index], this.#starts[index + 1]);
  }
}

/** The most frequent words of English texts, after a share of each other language's, the most frequent first. */
function chooseWords(
  names: readonly string[],
  { a, b }: Record<'a' | 'b', Numbers>,
  { kinds, languages }: { kinds: readonly string[]; languages: readonly TextLanguage[] },
  size: number,
): { number: number; count: number }[] {
  const counts = new Int32Array(names.length);
  const english = new Int32Array(names.length);
  for (const [text, language] of languages.entries())
    for (const side of [a, b]) {
      // The second text of a translation is the English one.
      const isEnglish = language === 'en' || (side === b && kinds[text] === 'translation');
      for (const number of side.text(text)) {
        counts[number]! += 1;
        if (isEnglish) english[number]! += 1;
      }
    }
  const byCount = (of: Int32Array) =>
    Array.from(of.keys())
      .filter((number) => of[number]! >= FREQUENCY_MIN)
      .sort((x, y) => of[y]! - of[x]! || x - y);
  const chosen = new Set<number>();
  for (const [language, share] of Object.entries(SHARES)) {
    const own = new Int32Array(names.length);
    for (const [text, tag] of languages.entries())
      if (tag === language) for (const number of a.text(text)) own[number]! += 1;
    for (const number of byCount(own).slice(0, share)) chosen.add(number);
  }
  for (const number of byCount(english)) {
    if (chosen.size >= size) break;
    const word = names[number] ?? '';
    if (word.length <= WORD_LENGTH_MAX && !/^\d{5,}$/u.test(word)) chosen.add(number);
  }
  return byCount(counts)
    .filter((number) => chosen.has(number))
    .map((number) => ({ number, count: counts[number] ?? 0 }));
}

/** As the reader of the table has it. */
function partsOf(word: string, known: WordRows, { words, grams }: { words: number; grams: number }) {
  if (word.length < 3 || word.length > 40 || /^\d+$/u.test(word)) return { rows: [], weight: 0 };
  const parts = knownParts(word, known);
  if (parts) return parts;
  const rows = gramsOf(word, grams).map((gram) => words + gram);
  return { rows, weight: 1 / rows.length };
}
