/** Instructions of WebAssembly that are used here, by the names of its text form. */
const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const END = 0x0b;
const BR = (depth: number) => [0x0c, depth];
const BR_IF = (depth: number) => [0x0d, depth];
const GET = (local: number) => [0x20, local];
const SET = (local: number) => [0x21, local];
const I32_LOAD = [0x28, 2, 0];
const F32_STORE = [0x38, 2, 0];
const I32_CONST = (value: number) => [0x41, ...signed(value)];
const [I32_EQZ, I32_LT_U, I32_ADD, I32_SUB, I32_MUL, F32_ADD] = [0x45, 0x49, 0x6a, 0x6b, 0x6c, 0x92];
const V128_LOAD = (offset: number) => [0xfd, 0x00, 2, offset];
const I32X4_SPLAT = [0xfd, 0x11];
const F32X4_LANE = (lane: number) => [0xfd, 0x1f, lane];
const F32X4_ADD = [0xfd, 0xe4, 0x01];
const F32X4_MUL = [0xfd, 0xe6, 0x01];

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const [I32, V128] = [0x7f, 0x7b];

/** Parameters, then what the loops count with. */
const [ROWS, COUNT, QUERY, BYTES, STRIDE, BASE, OUT, AT, QUERY_AT, QUERY_END] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const;
/** Four sums of four numbers: the processor need not wait for one to be done before it adds to the next. */
const SUMS = [10, 11, 12, 13] as const;

const advance = (local: number, by: number) => [...GET(local), ...I32_CONST(by), I32_ADD, ...SET(local)];

const PRODUCTS = [
  BLOCK,
  LOOP,
  [...GET(COUNT), I32_EQZ, ...BR_IF(1)],
  [...GET(BASE), ...GET(ROWS), ...I32_LOAD, ...GET(STRIDE), I32_MUL, I32_ADD, ...SET(AT)],
  [...GET(QUERY), ...SET(QUERY_AT), ...GET(QUERY), ...GET(BYTES), I32_ADD, ...SET(QUERY_END)],
  SUMS.flatMap((sum) => [...I32_CONST(0), ...I32X4_SPLAT, ...SET(sum)]),
  LOOP,
  SUMS.flatMap((sum, n) => [
    [...GET(AT), ...V128_LOAD(16 * n), ...GET(QUERY_AT), ...V128_LOAD(16 * n), ...F32X4_MUL],
    [...GET(sum), ...F32X4_ADD, ...SET(sum)],
  ]).flat(),
  [...advance(AT, 64), ...advance(QUERY_AT, 64)],
  [...GET(QUERY_AT), ...GET(QUERY_END), I32_LT_U, ...BR_IF(0)],
  [END],
  [...GET(SUMS[0]), ...GET(SUMS[1]), ...F32X4_ADD, ...GET(SUMS[2]), ...GET(SUMS[3]), ...F32X4_ADD],
  [...F32X4_ADD, ...SET(SUMS[0])],
  GET(OUT),
  [0, 1, 2, 3].flatMap((lane) => [...GET(SUMS[0]), ...F32X4_LANE(lane)]),
  [F32_ADD, F32_ADD, F32_ADD, ...F32_STORE],
  [...advance(ROWS, 4), ...advance(OUT, 4)],
  [...GET(COUNT), ...I32_CONST(1), I32_SUB, ...SET(COUNT)],
  BR(0),
  [END, END, END],
].flat();

/** Where the vectors stand is imported as `vectors.memory`; `products` is the one function. */
export interface InnerProducts {
  /**
   * Inner products of the numbers at `query` with rows of a table, four at once.
   * @param rows address of the numbers of rows, 4 bytes each
   * @param bytes of the query that are multiplied: a multiple of 64, at least 64
   * @param stride bytes from one row to the next
   * @param base address of the first row
   * @param out address of the results, 4-byte floats in the order of `rows`
   */
  products(
    rows: number,
    count: number,
    query: number,
    bytes: number,
    stride: number,
    base: number,
    out: number,
  ): void;
}

/** A module of one function, written out: JavaScript multiplies one number at a time, in twice the width. */
export const innerProductModule = (pagesMax: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...HEADER,
    ...section(1, [1, 0x60, 7, ...Array.from({ length: 7 }, () => I32), 0]),
    ...section(2, [1, ...name('vectors'), ...name('memory'), 0x02, 0x01, 0, ...unsigned(pagesMax)]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('products'), 0x00, 0]),
    ...section(10, [1, ...sized([2, 3, I32, SUMS.length, V128, ...PRODUCTS])]),
  ]);

const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];

const sized = (content: readonly number[]): number[] => [...unsigned(content.length), ...content];

const name = (text: string): number[] => sized(Array.from(text, (letter) => letter.charCodeAt(0)));

/** LEB128. */
function unsigned(value: number): number[] {
  return value > 0x7f ? [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)] : [value];
}

/** The same with a sign, which the second highest bit of the last byte is. */
function signed(value: number): number[] {
  return value > 0x3f ? [(value & 0x7f) | 0x80, ...signed(value >> 7)] : [value];
}
