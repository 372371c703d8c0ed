/** A sparse matrix by rows: row r holds the entries from `starts[r]` up to `starts[r + 1]`. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  columnOf: Uint32Array;
  values: Float32Array;
}

/** The product with a dense matrix of `width` columns, stored row by row. */
export function multiply(
  { rows, starts, columnOf, values }: SparseMatrix,
  dense: Float32Array,
  width: number,
): Float32Array {
  const product = new Float32Array(rows * width);
  const sums = new Float64Array(width);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const start = columnOf[entry]! * width;
      const value = values[entry]!;
      for (let i = 0; i < width; i++) sums[i]! += value * dense[start + i]!;
    }
    product.set(sums, row * width);
  }
  return product;
}

/** The same matrix with rows and columns exchanged. */
export function transpose({ rows, columns, starts, columnOf, values }: SparseMatrix): SparseMatrix {
  const transposed: SparseMatrix = {
    rows: columns,
    columns: rows,
    starts: new Uint32Array(columns + 1),
    columnOf: new Uint32Array(columnOf.length),
    values: new Float32Array(values.length),
  };
  for (const column of columnOf) transposed.starts[column + 1]! += 1;
  for (let column = 0; column < columns; column++)
    transposed.starts[column + 1]! += transposed.starts[column]!;
  const next = transposed.starts.slice();
  for (let row = 0; row < rows; row++) {
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const place = next[columnOf[entry]!]!++;
      transposed.columnOf[place] = row;
      transposed.values[place] = values[entry]!;
    }
  }
  return transposed;
}
