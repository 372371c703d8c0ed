// Columns that are, to this share of the largest, a combination of the columns before them become zero.
const DEPENDENT = 1e-9;

/**
 * Makes the columns of a dense matrix (stored row by row) orthonormal in place, by Cholesky factorisation of its Gram
 * matrix: two passes over the rows instead of one pass per column. Dependent columns become zero.
 */
export function orthonormalize(dense: Float32Array, width: number): void {
  const factor = cholesky(gramMatrix(dense, width), width);
  for (let start = 0; start < dense.length; start += width) {
    for (let j = 0; j < width; j++) {
      const pivot = factor[j * width + j]!;
      let value = dense[start + j]!;
      for (let i = 0; i < j; i++) value -= dense[start + i]! * factor[j * width + i]!;
      dense[start + j] = pivot === 0 ? 0 : value / pivot;
    }
  }
}

function gramMatrix(dense: Float32Array, width: number): Float64Array {
  const gram = new Float64Array(width * width);
  for (let start = 0; start < dense.length; start += width) {
    for (let i = 0; i < width; i++) {
      const value = dense[start + i]!;
      for (let j = 0; j <= i; j++) gram[i * width + j]! += value * dense[start + j]!;
    }
  }
  return gram;
}

/** The lower triangular factor of a Gram matrix, of which only the lower half is read; rows of dependent columns get a zero pivot. */
function cholesky(gram: Float64Array, width: number): Float64Array {
  const factor = new Float64Array(width * width);
  let largest = 0;
  for (let i = 0; i < width; i++) largest = Math.max(largest, gram[i * width + i]!);
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let value = gram[i * width + j]!;
      for (let k = 0; k < j; k++) value -= factor[i * width + k]! * factor[j * width + k]!;
      const pivot = factor[j * width + j]!;
      if (i === j) factor[i * width + i] = value > DEPENDENT * largest ? Math.sqrt(value) : 0;
      else factor[i * width + j] = pivot === 0 ? 0 : value / pivot;
    }
  }
  return factor;
}
