// Columns that are, to this share of the largest, a combination of the columns before them become zero.
const DEPENDENT = 1e-9;

/**
 * Makes the columns of a dense matrix (stored row by row) orthonormal in place, by Cholesky factorisation of its Gram
 * matrix: two passes over the rows instead of one pass per column. Dependent columns become zero.
 */
export function orthonormalize(dense: Float32Array, width: number): void {
  const factor = cholesky(gramMatrix(dense, width), width);
  const row = new Float64Array(width);
  for (let start = 0; start < dense.length; start += width) {
    for (let j = 0; j < width; j++) row[j] = dense[start + j]!;
    for (let j = 0; j < width; j++) {
      const pivot = factor[j * width + j]!;
      const value = pivot === 0 ? 0 : row[j]! / pivot;
      dense[start + j] = value;
      for (let i = j + 1; i < width; i++) row[i]! -= value * factor[j * width + i]!;
    }
  }
}

/** The upper half of the Gram matrix. Two rows at a time, since reading and writing the sums costs the most. */
function gramMatrix(dense: Float32Array, width: number): Float64Array {
  const gram = new Float64Array(width * width);
  const one = new Float64Array(width);
  const two = new Float64Array(width);
  for (let start = 0; start < dense.length; start += 2 * width) {
    for (let j = 0; j < width; j++) {
      one[j] = dense[start + j]!;
      two[j] = dense[start + width + j] ?? 0;
    }
    for (let i = 0; i < width; i++) {
      const a = one[i]!;
      const b = two[i]!;
      for (let j = i; j < width; j++) gram[i * width + j]! += a * one[j]! + b * two[j]!;
    }
  }
  return gram;
}

/** The upper triangular factor of a Gram matrix, made in place; rows of dependent columns become zero. */
function cholesky(gram: Float64Array, width: number): Float64Array {
  let largest = 0;
  for (let i = 0; i < width; i++) largest = Math.max(largest, gram[i * width + i]!);
  for (let i = 0; i < width; i++) {
    const square = gram[i * width + i]!;
    const pivot = square > DEPENDENT * largest ? Math.sqrt(square) : 0;
    for (let j = i; j < width; j++) gram[i * width + j] = pivot === 0 ? 0 : gram[i * width + j]! / pivot;
    for (let k = i + 1; k < width; k++) {
      const share = gram[i * width + k]!;
      for (let j = k; j < width; j++) gram[k * width + j]! -= share * gram[i * width + j]!;
    }
  }
  return gram;
}
