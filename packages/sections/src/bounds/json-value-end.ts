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
