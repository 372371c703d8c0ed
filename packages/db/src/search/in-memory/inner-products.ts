/**
 * Inner products of one vector with many that stand one behind the other. Zeros of the first are passed over behind its
 * dense beginning: the vector of a short query is dense in the dimensions that were learnt, and nearly empty in the others.
 * @param slots whose vectors are multiplied
 * @returns by slot, 0 for those that were not asked for
 */
export function innerProducts(
  vectors: Float32Array,
  slots: readonly number[],
  { vector, into }: { vector: Float32Array; into: Float64Array },
): Float64Array {
  const dimensions = vector.length;
  const dense = denseLength(vector);
  const rest: number[] = [];
  for (let i = dense; i < dimensions; i += 1) if (vector[i] !== 0) rest.push(i);
  const places = Int32Array.from(rest);
  const values = Float64Array.from(rest, (place) => vector[place] ?? 0);
  const head = Float64Array.from(vector.subarray(0, dense));
  for (const slot of slots) into[slot] = product(vectors, slot * dimensions, head, places, values);
  return into;
}

/** Four sums at once: the processor need not wait for one to be done before it adds to the next. */
function product(
  vectors: Float32Array,
  start: number,
  head: Float64Array,
  places: Int32Array,
  values: Float64Array,
): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < head.length; i += 4) {
    a += head[i]! * vectors[start + i]!;
    b += head[i + 1]! * vectors[start + i + 1]!;
    c += head[i + 2]! * vectors[start + i + 2]!;
    d += head[i + 3]! * vectors[start + i + 3]!;
  }
  for (let i = 0; i < places.length; i += 1) a += values[i]! * vectors[start + places[i]!]!;
  return a + b + c + d;
}

const BLOCK = 16;

/** Up to the first block of which less than half are not zero. */
function denseLength(vector: Float32Array): number {
  let dense = 0;
  for (; dense + BLOCK <= vector.length; dense += BLOCK) {
    let filled = 0;
    for (let i = dense; i < dense + BLOCK; i += 1) if (vector[i] !== 0) filled += 1;
    if (filled * 2 < BLOCK) break;
  }
  return dense;
}
