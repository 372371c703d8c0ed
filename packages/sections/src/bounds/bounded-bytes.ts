/** Collects the chunks of one item; past the limit it forgets them and only counts. */
export class BoundedBytes {
  #chunks: Uint8Array[] = [];
  #size = 0;
  readonly #max: number;

  /** @param max most bytes kept */
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

  /** All the bytes, or undefined when they were more than the limit. */
  join(): Uint8Array | undefined {
    if (this.#size > this.#max) return undefined;
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
  }
}
