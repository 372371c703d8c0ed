/** A sparse matrix by rows: row r holds the entries from `starts[r]` up to `starts[r + 1]`. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  columnOf: Uint32Array;
  values: Float32Array;
}

/** The product with a dense matrix of `width` columns, stored row by row. */
export function multiply(matrix: SparseMatrix, dense: Float32Array, width: number): Float32Array {
  const product = new Float32Array(matrix.rows * width);
  eachEntry(matrix, (row, column, value) =>
    addScaled(product, row * width, dense, column * width, value, width),
  );
  return product;
}

/** The product of its transpose with a dense matrix of `width` columns, stored row by row. */
export function multiplyTransposed(matrix: SparseMatrix, dense: Float32Array, width: number): Float32Array {
  const product = new Float32Array(matrix.columns * width);
  eachEntry(matrix, (row, column, value) =>
    addScaled(product, column * width, dense, row * width, value, width),
  );
  return product;
}

function eachEntry(matrix: SparseMatrix, visit: (row: number, column: number, value: number) => void): void {
  const { rows, starts, columnOf, values } = matrix;
  for (let row = 0; row < rows; row++) {
    const end = starts[row + 1] ?? 0;
    for (let entry = starts[row] ?? 0; entry < end; entry++)
      visit(row, columnOf[entry] ?? 0, values[entry] ?? 0);
  }
}

function addScaled(
  target: Float32Array,
  targetStart: number,
  source: Float32Array,
  sourceStart: number,
  factor: number,
  width: number,
): void {
  for (let i = 0; i < width; i++) target[targetStart + i]! += factor * source[sourceStart + i]!;
}
