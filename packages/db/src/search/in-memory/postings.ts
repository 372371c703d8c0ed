/** Numbers up to which a list is a plain array: most words stand in few memories, and a typed array costs 200 bytes by itself. */
const PLAIN_MAX = 128;

/** Where a word stands: for each memory its slot, how many positions follow, and these. Slots only grow. */
export class Posting {
  numbers: number[] | Int32Array = [];
  length = 0;

  add(slot: number, positions: readonly number[]): void {
    const needed = this.length + 2 + positions.length;
    if (needed > PLAIN_MAX && this.numbers.length < needed) {
      const grown = new Int32Array(Math.ceil(needed * 1.5));
      grown.set(this.numbers instanceof Int32Array ? this.numbers.subarray(0, this.length) : this.numbers);
      this.numbers = grown;
    }
    const { numbers } = this;
    numbers[this.length] = slot;
    numbers[this.length + 1] = positions.length;
    for (let i = 0; i < positions.length; i += 1) numbers[this.length + 2 + i] = positions[i] ?? 0;
    this.length = needed;
  }

  get bytes(): number {
    return 64 + this.numbers.length * (this.numbers instanceof Int32Array ? 4 : 8);
  }
}

const [SPACE, QUOTE, BACKSLASH, COLON, COMMA, ZERO, NINE] = [32, 39, 92, 58, 44, 48, 57] as const;

/** Reads a tsvector's text form (`'word':1,5 'it''s':2`), whose weights are passed over. */
export function readTsvector(text: string, word: (lexeme: string, positions: number[]) => void): void {
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === SPACE) {
      at += 1;
      continue;
    }
    let from = at + 1;
    let lexeme = '';
    for (at = from; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== QUOTE && code !== BACKSLASH) continue;
      if (code === QUOTE && text.charCodeAt(at + 1) !== QUOTE) break;
      // A doubled quote or backslash stands for one.
      lexeme += text.slice(from, at + 1);
      at += 1;
      from = at + 1;
    }
    lexeme += text.slice(from, at);
    at += 1;
    const positions: number[] = [];
    if (text.charCodeAt(at) === COLON) {
      let number = 0;
      for (at += 1; at < text.length && text.charCodeAt(at) !== SPACE; at += 1) {
        const code = text.charCodeAt(at);
        if (code === COMMA) {
          positions.push(number);
          number = 0;
        } else if (code >= ZERO && code <= NINE) number = number * 10 + code - ZERO;
      }
      positions.push(number);
    }
    word(lexeme, positions);
  }
}
