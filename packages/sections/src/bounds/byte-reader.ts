/** Reads a byte stream piece by piece and keeps count of the place. Holds one chunk at a time. */
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

  /** Offset in the whole input of the next byte. */
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

  /** Ends the source early, as leaving a `for await` does. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
