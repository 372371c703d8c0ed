import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { orthonormalize } from '../../../../packages/providers/src/embedder/lexical/orthonormalize.ts';
import { principalSubspace } from '../../../../packages/providers/src/embedder/lexical/principal-subspace.ts';
import type { SparseMatrix } from '../../../../packages/providers/src/embedder/lexical/sparse-matrix.ts';

/** Inner products of all pairs of columns of a matrix stored row by row. */
function innerProducts(dense: Float32Array, width: number): number[][] {
  return Array.from({ length: width }, (_, i) =>
    Array.from({ length: width }, (_, j) => {
      let product = 0;
      for (let start = 0; start < dense.length; start += width)
        product += dense[start + i]! * dense[start + j]!;
      return product;
    }),
  );
}

function sparse(rows: number[][]): SparseMatrix {
  const columns = rows[0]?.length ?? 0;
  return {
    rows: rows.length,
    columns,
    starts: Uint32Array.from({ length: rows.length + 1 }, (_, row) => row * columns),
    columnOf: Uint32Array.from({ length: rows.length * columns }, (_, entry) => entry % columns),
    values: Float32Array.from(rows.flat()),
  };
}

describe('orthonormalize', () => {
  it('makes columns orthonormal, or zero where they depend on those before', () => {
    const entry = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, entry, entry, entry), { minLength: 1, maxLength: 12 }), (rows) => {
        const dense = Float32Array.from(rows.flat());
        orthonormalize(dense, 4);
        for (const [i, products] of innerProducts(dense, 4).entries()) {
          for (const [j, product] of products.entries()) {
            const isUnit = i === j && product > 0.5;
            expect(product).toBeCloseTo(isUnit ? 1 : 0, 3);
          }
        }
      }),
    );
  });
});

describe('principalSubspace', () => {
  it('finds the directions of greatest length', () => {
    // Column lengths 9, 7, 0.1, 0.1: the first two axes.
    const basis = principalSubspace(
      sparse([
        [9, 0, 0, 0],
        [0, 7, 0, 0],
        [0, 0, 0.1, 0],
        [0, 0, 0, 0.1],
      ]),
      2,
    );
    const shares = [0, 1, 2, 3].map((axis) => basis[2 * axis]! ** 2 + basis[2 * axis + 1]! ** 2);
    for (const [axis, share] of [1, 1, 0, 0].entries()) expect(shares[axis]).toBeCloseTo(share, 4);
  });

  it('is zero beyond the rank', () => {
    const basis = principalSubspace(sparse([[3, 4, 0]]), 2);
    const squares = innerProducts(basis, 2).map((row, i) => row[i]!);
    expect(squares[0]).toBeCloseTo(1, 5);
    expect(squares[1]).toBe(0);
  });
});
