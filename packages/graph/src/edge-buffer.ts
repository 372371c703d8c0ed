import { HIGH_TO_LOW, LOW_TO_HIGH } from './memory-graph.ts';
import type { MemoryGraph } from './memory-graph.ts';

/** The pairs of a graph, without the ids of its memories. */
type Pairs = Omit<MemoryGraph, 'ids'>;

/** Rows as they came, in typed arrays: 1,000,000 rows as objects would take ten times the memory. */
export interface EdgeBuffer {
  push(source: number, target: number, confidence: number, isBidirectional: boolean): void;
  /**
   * One pair for all rows between two memories.
   * @param placeOf the place in the finished graph of each number given to `push`
   */
  collapse(placeOf: Uint32Array): Pairs;
}

export function createEdgeBuffer(): EdgeBuffer {
  let sources = new Uint32Array(1024);
  let targets = new Uint32Array(1024);
  let confidences = new Float64Array(1024);
  let bothWays = new Uint8Array(1024);
  let length = 0;

  function grow(): void {
    const capacity = length * 2;
    sources = copyInto(new Uint32Array(capacity), sources);
    targets = copyInto(new Uint32Array(capacity), targets);
    confidences = copyInto(new Float64Array(capacity), confidences);
    bothWays = copyInto(new Uint8Array(capacity), bothWays);
  }

  return {
    push(source, target, confidence, isBidirectional) {
      if (length === sources.length) grow();
      sources[length] = source;
      targets[length] = target;
      confidences[length] = confidence;
      bothWays[length] = isBidirectional ? 1 : 0;
      length += 1;
    },
    collapse(placeOf) {
      const low = new Uint32Array(length);
      const high = new Uint32Array(length);
      const confidence = new Float64Array(length);
      const directions = new Uint8Array(length);
      let pairs = 0;
      for (const row of rowsInPairOrder(sources.subarray(0, length), targets.subarray(0, length), placeOf)) {
        const source = placeOf[sources[row]!]!;
        const target = placeOf[targets[row]!]!;
        const isRising = source < target;
        const [lowEnd, highEnd] = isRising ? [source, target] : [target, source];
        if (pairs === 0 || low[pairs - 1] !== lowEnd || high[pairs - 1] !== highEnd) pairs += 1;
        const pair = pairs - 1;
        low[pair] = lowEnd;
        high[pair] = highEnd;
        confidence[pair] = Math.max(confidence[pair]!, confidences[row]!);
        directions[pair]! |= bothWays[row] ? LOW_TO_HIGH | HIGH_TO_LOW : isRising ? LOW_TO_HIGH : HIGH_TO_LOW;
      }
      return {
        low: low.slice(0, pairs),
        high: high.slice(0, pairs),
        confidence: confidence.slice(0, pairs),
        directions: directions.slice(0, pairs),
      };
    },
  };
}

/** Row numbers ordered by the lesser end and then the greater: a stable counting sort by each, the lesser end last. */
function rowsInPairOrder(sources: Uint32Array, targets: Uint32Array, placeOf: Uint32Array): Uint32Array {
  const lesser = sources.map((source, row) => Math.min(placeOf[source]!, placeOf[targets[row]!]!));
  const greater = sources.map((source, row) => Math.max(placeOf[source]!, placeOf[targets[row]!]!));
  const asTheyCame = sources.map((_, row) => row);
  return countingSort(countingSort(asTheyCame, greater, placeOf.length), lesser, placeOf.length);
}

function countingSort(rows: Uint32Array, keys: Uint32Array, keyCount: number): Uint32Array {
  const next = new Uint32Array(keyCount + 1);
  for (const key of keys) next[key + 1]! += 1;
  for (let key = 0; key < keyCount; key += 1) next[key + 1]! += next[key]!;
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const key = keys[row]!;
    sorted[next[key]!] = row;
    next[key]! += 1;
  }
  return sorted;
}

function copyInto<Target extends Uint32Array | Float64Array | Uint8Array>(
  target: Target,
  source: Target,
): Target {
  target.set(source);
  return target;
}
