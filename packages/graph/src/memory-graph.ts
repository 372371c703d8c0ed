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

/** One relationship row: from the source to the target, and both ways when its type has no direction. */
export interface GraphEdge {
  readonly sourceId: string;
  readonly targetId: string;
  /** 0..1 */
  readonly confidence: number;
  /** True for `related_to`, `similar_to` and `contradicts`: the row then counts from target to source as well. Default false. */
  readonly isBidirectional?: boolean;
}

/** Takes a workspace's graph page by page; pages may come in any order and may repeat rows. */
export interface GraphBuilder {
  /** Adds memories, with or without edges; a known id is ignored. */
  addNodes(ids: Iterable<string>): void;
  /** Adds rows and both their ends. A row from a memory to itself adds the memory only, as does one of confidence 0. */
  addEdges(edges: Iterable<GraphEdge>): void;
  /** The graph so far: rows between the same two memories, mirrored or by several methods, are one pair of it. */
  build(): MemoryGraph;
}

/** A builder that holds an id once and 17 bytes a row: about 40 MB for 100,000 memories and 1,000,000 rows. */
export function createGraphBuilder(): GraphBuilder {
  const indexOf = new Map<string, number>();
  const edges = createEdgeBuffer();

  function intern(id: string): number {
    const known = indexOf.get(id);
    if (known !== undefined) return known;
    indexOf.set(id, indexOf.size);
    return indexOf.size - 1;
  }

  return {
    addNodes(ids) {
      for (const id of ids) intern(id);
    },
    addEdges(page) {
      for (const { sourceId, targetId, confidence, isBidirectional = false } of page) {
        if (!(confidence >= 0 && confidence <= 1)) {
          throw new RangeError(
            `The edge from ${sourceId} to ${targetId} has confidence ${confidence}, which is not in 0..1.`,
          );
        }
        const source = intern(sourceId);
        const target = intern(targetId);
        if (source !== target && confidence > 0) edges.push(source, target, confidence, isBidirectional);
      }
    },
    build() {
      const ids = [...indexOf.keys()].sort();
      const placeOf = new Uint32Array(ids.length);
      ids.forEach((id, place) => (placeOf[indexOf.get(id)!] = place));
      return { ids, ...edges.collapse(placeOf) };
    },
  };
}

/** The pairs of a graph, without the ids of its memories. */
type Pairs = Omit<MemoryGraph, 'ids'>;

/** Rows as they came, in typed arrays: 1,000,000 rows as objects would take ten times the memory. */
interface EdgeBuffer {
  push(source: number, target: number, confidence: number, isBidirectional: boolean): void;
  /** One pair for all rows between two memories. @param placeOf the place in the finished graph of each number given to `push` */
  collapse(placeOf: Uint32Array): Pairs;
}

function createEdgeBuffer(): EdgeBuffer {
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
