import { orthonormalize } from './orthonormalize.ts';
import { multiply, transpose, type SparseMatrix } from './sparse-matrix.ts';

const ROUNDS = 3;
const SEED = 0x2545f491;

/**
 * An orthonormal basis of about the leading right singular subspace of a matrix, by randomised subspace iteration
 * (Halko, Martinsson and Tropp 2011), one row of `width` numbers per column of the matrix. Deterministic. The basis is
 * not turned to the singular vectors: cosines do not change by it.
 */
export function principalSubspace(matrix: SparseMatrix, width: number): Float32Array {
  const transposed = transpose(matrix);
  let basis = randomNumbers(matrix.columns * width);
  for (let round = 0; round < ROUNDS; round++) {
    const image = multiply(matrix, basis, width);
    // Once a round keeps the columns apart, and the rows of the image are fewer than those of the basis.
    orthonormalize(image, width);
    basis = multiply(transposed, image, width);
  }
  orthonormalize(basis, width);
  return basis;
}

/** Even numbers between -1 and 1 do as a start what Gaussian ones do, and are cheaper. The generator is xorshift32. */
function randomNumbers(length: number): Float32Array {
  const numbers = new Float32Array(length);
  let state = SEED;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    numbers[i] = state / 2 ** 31;
  }
  return numbers;
}
