/**
 * A finished graph: memories and the unordered pairs of them that are related. Nothing in it depends on the order in which
 * its builder received the rows, so that one workspace gives one answer however it was paged.
 */
export interface MemoryGraph {
  /** Memory ids in ascending order of code units; the arrays below name a memory by its place here. */
  readonly ids: readonly string[];
  /** The lesser end of each pair. Pairs are distinct, never a memory with itself, in order of `low`, then `high`. */
  readonly low: Uint32Array;
  /** The greater end of each pair. */
  readonly high: Uint32Array;
  /** The greatest confidence of the rows behind each pair, above 0 and at most 1. */
  readonly confidence: Float64Array;
  /** Which ways the rows behind each pair point: a sum of the bits LOW_TO_HIGH and HIGH_TO_LOW. */
  readonly directions: Uint8Array;
}

export const LOW_TO_HIGH = 1;
export const HIGH_TO_LOW = 2;
