/**
 * The vector scaled to length 1.
 * @returns undefined when it has no direction: a component that is not finite, or all of them zero
 */
export function unitVector(vector: ArrayLike<number>): Float32Array | undefined {
  let squared = 0;
  for (let index = 0; index < vector.length; index += 1) squared += vector[index]! ** 2;
  const length = Math.sqrt(squared);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(vector, (x) => x / length);
}
