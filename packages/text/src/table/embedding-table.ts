import { tableWords } from './table-words.ts';
import { gramsOf, knownParts } from './unknown-words.ts';
import { WordRows } from './word-rows.ts';

/** `WMT1`, the lowest byte first; words, groups of characters, dimensions and bytes of words follow, 4 bytes each. */
const MAGIC = 0x31544d57;
const HEADER_BYTES = 20;

/** Two numbers a byte, each from -8 to 7, the first in the lower half. */
const ZERO = 8;

/** Words that are read of a text, so that a long one takes no longer than some milliseconds. */
const WORDS_MAX = 4_000;

/** The first line says what a text is about. */
const FIRST_LINE = 2;

const UNKNOWN_LENGTH = { min: 3, max: 40 };
const DIGITS = /^[0-9]+$/u;

/** Unknown words whose parts are remembered: 2 MB at most. */
const REMEMBERED_MAX = 8_192;

interface Weighed {
  rows: readonly number[];
  weight: number;
}

const NOTHING: Weighed = { rows: [], weight: 0 };

/**
 * Texts as vectors, from a table of words and of hashed groups of characters: a text is the sum of the rows of its words,
 * scaled to length one. Only sums, products, quotients and square roots are taken, always in the same order: a text has the
 * same vector to the bit on every machine. The rows are read from the bytes of the file, which are not copied.
 */
export class EmbeddingTable {
  readonly dimensions: number;
  readonly #words: WordRows;
  readonly #wordCount: number;
  readonly #gramCount: number;
  readonly #scales: Float32Array;
  readonly #halves: Uint8Array;
  readonly #remembered = new Map<string, Weighed>();

  /** @throws Error for bytes of another form */
  constructor(file: Uint8Array<ArrayBuffer>) {
    const header = new DataView(file.buffer, file.byteOffset, HEADER_BYTES);
    const [magic, words = 0, grams = 0, dimensions = 0, bytes = 0] = [0, 4, 8, 12, 16].map((at) =>
      header.getUint32(at, true),
    );
    if (magic !== MAGIC) throw new Error('This is no embedding table.');
    const rows = words + grams;
    const scalesAt = HEADER_BYTES + bytes;
    const halvesAt = scalesAt + 4 * rows;
    if (file.length !== halvesAt + (rows * dimensions) / 2) throw new Error('The embedding table is cut.');
    this.dimensions = dimensions;
    this.#wordCount = words;
    this.#gramCount = grams;
    this.#words = new WordRows(file.subarray(HEADER_BYTES, scalesAt), words);
    this.#scales = new Float32Array(rows);
    const scales = new DataView(file.buffer, file.byteOffset + scalesAt, 4 * rows);
    for (let row = 0; row < rows; row += 1) this.#scales[row] = scales.getFloat32(4 * row, true);
    this.#halves = file.subarray(halvesAt);
  }

  /** A unit vector; null for a text without a word that says anything. */
  embed(text: string): Float32Array | null {
    const sum = new Float64Array(this.dimensions);
    for (const [word, count] of countWords(text)) {
      const { rows, weight } = this.#rowsOf(word);
      const factor = weight * Math.sqrt(count);
      for (const row of rows) this.#add(sum, row, factor);
    }
    let squares = 0;
    for (let i = 0; i < sum.length; i += 1) squares += sum[i]! * sum[i]!;
    const length = Math.sqrt(squares);
    if (length === 0) return null;
    const vector = new Float32Array(sum.length);
    for (let i = 0; i < sum.length; i += 1) vector[i] = sum[i]! / length;
    return vector;
  }

  #rowsOf(word: string): Weighed {
    const row = this.#words.find(word);
    if (row !== -1) return { rows: [row], weight: 1 };
    if (word.length < UNKNOWN_LENGTH.min || word.length > UNKNOWN_LENGTH.max || DIGITS.test(word))
      return NOTHING;
    let parts = this.#remembered.get(word);
    if (!parts) {
      if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
      this.#remembered.set(word, (parts = knownParts(word, this.#words) ?? this.#gramsOf(word)));
    }
    return parts;
  }

  #gramsOf(word: string): Weighed {
    const rows = gramsOf(word, this.#gramCount).map((gram) => this.#wordCount + gram);
    return { rows, weight: 1 / rows.length };
  }

  #add(sum: Float64Array, row: number, factor: number): void {
    const scale = factor * this.#scales[row]!;
    const half = this.dimensions / 2;
    const start = row * half;
    for (let i = 0; i < half; i += 1) {
      const both = this.#halves[start + i]!;
      sum[2 * i]! += scale * ((both & 15) - ZERO);
      sum[2 * i + 1]! += scale * ((both >> 4) - ZERO);
    }
  }
}

/** How often each word occurs, those of the first line of several twice as often. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (words: readonly string[], weight: number) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  const end = text.indexOf('\n');
  const first = end === -1 ? [] : tableWords(text.slice(0, end), WORDS_MAX);
  count(first, FIRST_LINE);
  count(tableWords(text.slice(end + 1), WORDS_MAX - first.length), 1);
  return counts;
}
