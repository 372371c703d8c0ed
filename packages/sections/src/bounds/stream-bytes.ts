/** Collects the chunks of one item; past the limit it forgets them and only counts. */
export class BoundedBytes {
  #chunks: Uint8Array[] = [];
  #size = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size <= this.#max) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  join(): Uint8Array | undefined {
    if (this.#size > this.#max) return undefined;
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
  }
}

export class ByteReader {
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;
  #offset: number;
  readonly #source: AsyncIterator<Uint8Array>;

  /** @param offset of the first byte of `source` in the whole input */
  constructor(source: AsyncIterable<Uint8Array>, offset: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  /** The bytes at hand; empty only after `fill` has answered false. */
  get bytes(): Uint8Array {
    return this.#chunk.subarray(this.#at);
  }

  /** Passes over `count` of the bytes at hand and returns them. */
  take(count: number): Uint8Array {
    const taken = this.#chunk.subarray(this.#at, this.#at + count);
    this.#at += taken.length;
    this.#offset += taken.length;
    return taken;
  }

  /** Waits until at least `least` bytes are at hand; false when the input ends before. */
  async fill(least = 1): Promise<boolean> {
    while (this.#chunk.length - this.#at < least) {
      const next = await this.#source.next();
      if (next.done) return false;
      this.#chunk = this.#at === this.#chunk.length ? next.value : Buffer.concat([this.bytes, next.value]);
      this.#at = 0;
    }
    return true;
  }

  /** Passes over JSON's white space; the next byte, or undefined at the end of the input. */
  async peek(): Promise<number | undefined> {
    while (await this.fill()) {
      const { bytes } = this;
      const found = bytes.findIndex(
        (byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09,
      );
      if (found !== -1) {
        this.take(found);
        return bytes[found];
      }
      this.take(bytes.length);
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const codesOf = (...marks: string[]): ReadonlySet<number> => new Set(marks.map((mark) => mark.charCodeAt(0)));
const OPENS = codesOf('[', '{');
const CLOSES = codesOf(']', '}');
/** Each comes before a value. */
const SEPARATES = codesOf(',', ':');

/**
 * Whether a text, if it is JSON, holds more values than `values`, names and lists among them, or nests them deeper than
 * `levels`. It is told without parsing it.
 */
export function jsonExcess(
  json: string,
  { values, levels }: { values: number; levels: number },
): 'values' | 'levels' | undefined {
  let count = 0;
  let depth = 0;
  let isInText = false;
  for (let place = 0; place < json.length; place += 1) {
    const code = json.charCodeAt(place);
    if (isInText) {
      if (code === BACKSLASH) place += 1;
      else if (code === QUOTE) isInText = false;
      continue;
    }
    if (code === QUOTE) isInText = true;
    else if (CLOSES.has(code)) depth -= 1;
    else if (OPENS.has(code)) {
      depth += 1;
      if (depth > levels) return 'levels';
    }
    if ((OPENS.has(code) || SEPARATES.has(code)) && ++count > values) return 'values';
  }
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const space = 0x20;

/** Finds where a JSON value ends, however its bytes are cut into chunks. It counts brackets and checks nothing else. */
export class JsonValueEnd {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /**
   * @param bytes the next chunk; that of the first call begins with the value's first byte
   * @returns how many of them belong to the value, and undefined while it goes on behind them
   */
  find(bytes: Uint8Array): number | undefined {
    let index = 0;
    while (index < bytes.length) {
      if (this.#inString) {
        index = this.#passString(bytes, index);
        if (!this.#inString && this.#depth === 0) return index;
        continue;
      }
      const byte = bytes[index];
      if (byte === quote) this.#inString = true;
      // With bit 5 set, `[` is `{` and `]` is `}`: 0x7b and 0x7d.
      else if (byte !== undefined && (byte | space) === 0x7b) this.#depth++;
      else if (byte !== undefined && (byte | space) === 0x7d) {
        if (this.#depth === 0) return index;
        this.#depth--;
        if (this.#depth === 0) return index + 1;
      } else if (this.#depth === 0 && byte !== undefined && (byte === comma || byte <= space)) return index;
      index++;
    }
    return undefined;
  }

  #passString(bytes: Uint8Array, start: number): number {
    let index = start;
    if (this.#escaped) {
      this.#escaped = false;
      index++;
    }
    for (; index < bytes.length; index++) {
      const byte = bytes[index];
      if (byte === backslash) index++;
      else if (byte === quote) {
        this.#inString = false;
        return index + 1;
      }
    }
    this.#escaped = index > bytes.length;
    return bytes.length;
  }
}
