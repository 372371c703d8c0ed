const EMPTY = 0xff_ff_ff_ff;
const LINE_FEED = 10;

/** Longer words are in no table. */
const BYTES_MAX = 160;

const encoder = new TextEncoder();

/** Which row of a table a word has: the words as one string of bytes, found by their hash. */
export class WordRows {
  readonly #bytes: Uint8Array;
  /** Where each word begins; the last number is where the bytes end. */
  readonly #starts: Uint32Array;
  /** Numbers of words by hash, at most half of them filled. */
  readonly #slots: Uint32Array;
  readonly #word = new Uint8Array(BYTES_MAX);

  /** @param bytes words in UTF-8 in the order of their rows, each with a line feed behind it */
  constructor(bytes: Uint8Array, count: number) {
    this.#bytes = bytes;
    this.#starts = new Uint32Array(count + 1);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2))).fill(EMPTY);
    let start = 0;
    for (let row = 0; row < count; row += 1) {
      const end = bytes.indexOf(LINE_FEED, start);
      let slot = this.#slotOf(bytes, start, end);
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = row;
      this.#starts[row] = start;
      start = end + 1;
    }
    this.#starts[count] = start;
  }

  /** -1 for an unknown word. */
  find(word: string): number {
    const length = this.#write(word);
    if (length === 0) return -1;
    for (let slot = this.#slotOf(this.#word, 0, length); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const row = this.#slots[slot]!;
      if (row === EMPTY) return -1;
      if (this.#isWord(row, length)) return row;
    }
  }

  #isWord(row: number, length: number): boolean {
    const start = this.#starts[row]!;
    if (this.#starts[row + 1]! - start - 1 !== length) return false;
    for (let i = 0; i < length; i += 1) if (this.#bytes[start + i] !== this.#word[i]) return false;
    return true;
  }

  /** @returns how many bytes it has, 0 for a word that is too long */
  #write(word: string): number {
    if (word.length > BYTES_MAX) return 0;
    for (let i = 0; i < word.length; i += 1) {
      const code = word.charCodeAt(i);
      if (code > 0x7f) {
        const { read, written } = encoder.encodeInto(word, this.#word);
        return read === word.length ? written : 0;
      }
      this.#word[i] = code;
    }
    return word.length;
  }

  /** By FNV-1a. */
  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }
}
