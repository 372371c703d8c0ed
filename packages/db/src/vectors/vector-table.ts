import { innerProductModule, type InnerProducts } from './inner-product-module.ts';

/** 64 KiB each; 2 GiB at most. */
const PAGE_BYTES = 65_536;
const PAGES_MAX = 32_768;

/** Before the vectors: a query of up to 16,384 numbers, numbers of rows, and what came out of them. */
const [QUERY_AT, ROWS_AT, OUT_AT, VECTORS_AT] = [0, 65_536, 98_304, 131_072] as const;
const ROWS_AT_ONCE = 8_192;

/** Numbers that are multiplied in one go. */
const BLOCK = 16;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The used part of the global, which TypeScript's library for Node does not declare. */
const assembly = (
  globalThis as unknown as {
    WebAssembly: {
      Memory: new (limits: { initial: number; maximum: number }) => Memory;
      Module: new (source: Uint8Array<ArrayBuffer>) => object;
      Instance: new (module: object, imports: object) => { exports: object };
    };
  }
).WebAssembly;

let compiled: object | undefined;

/**
 * Vectors of one length, one behind the other, in memory where four numbers are multiplied at once. It grows without a copy, and
 * pages that nothing was written to cost nothing.
 */
export class VectorTable {
  readonly #memory: Memory = new assembly.Memory({ initial: VECTORS_AT / PAGE_BYTES, maximum: PAGES_MAX });
  readonly #kernel: InnerProducts;
  #numbers: Float32Array<ArrayBuffer>;
  #rows: Int32Array<ArrayBuffer>;
  /** Numbers of a vector, and from one to the next. */
  #dimensions = 0;
  #stride = 0;
  #size = 0;

  constructor() {
    compiled ??= new assembly.Module(innerProductModule(PAGES_MAX));
    const imports = { vectors: { memory: this.#memory } };
    this.#kernel = new assembly.Instance(compiled, imports).exports as InnerProducts;
    this.#numbers = new Float32Array(this.#memory.buffer);
    this.#rows = new Int32Array(this.#memory.buffer);
  }

  /** 0 while there is none. */
  get dimensions(): number {
    return this.#dimensions;
  }

  get bytes(): number {
    return VECTORS_AT + 4 * this.#size * this.#stride;
  }

  /** Puts a vector in a row, in place of what was there; what is longer than the first is cut. */
  put(row: number, vector: ArrayLike<number>): void {
    if (this.#dimensions === 0) {
      this.#dimensions = vector.length;
      this.#stride = Math.ceil(vector.length / BLOCK) * BLOCK;
    }
    this.#size = Math.max(this.#size, row + 1);
    const missing = this.bytes - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.#numbers = new Float32Array(this.#memory.buffer);
      this.#rows = new Int32Array(this.#memory.buffer);
    }
    const start = this.#start(row);
    for (let i = 0; i < this.#dimensions; i += 1) this.#numbers[start + i] = vector[i] ?? 0;
  }

  /** The vector of a row, as it stands there: not for keeping. */
  row(row: number): Float32Array {
    const start = this.#start(row);
    return this.#numbers.subarray(start, start + this.#dimensions);
  }

  /** Inner products of one vector with those of some rows. @param into by row */
  products<Into extends Float32Array | Float64Array>(
    vector: ArrayLike<number>,
    rows: ArrayLike<number>,
    into: Into,
  ): Into {
    if (this.#dimensions === 0) return into;
    const bytes = 4 * this.#load(vector);
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows.length - from);
      for (let i = 0; i < count; i += 1) this.#rows[ROWS_AT / 4 + i] = rows[from + i]!;
      this.#kernel.products(ROWS_AT, count, QUERY_AT, bytes, 4 * this.#stride, VECTORS_AT, OUT_AT);
      for (let i = 0; i < count; i += 1) into[rows[from + i]!] = this.#numbers[OUT_AT / 4 + i]!;
    }
    return into;
  }

  #start(row: number): number {
    return VECTORS_AT / 4 + row * this.#stride;
  }

  /** Lays a query down. @returns how many of its numbers are to be multiplied: that of a short query may end in zeros */
  #load(vector: ArrayLike<number>): number {
    const length = Math.min(vector.length, this.#dimensions);
    let last = 0;
    for (let i = 0; i < this.#stride; i += 1) {
      const number = i < length ? (vector[i] ?? 0) : 0;
      this.#numbers[QUERY_AT / 4 + i] = number;
      if (number !== 0) last = i;
    }
    return (Math.floor(last / BLOCK) + 1) * BLOCK;
  }
}
