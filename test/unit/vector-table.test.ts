import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VectorTable } from '../../packages/db/src/vectors/vector-table.ts';

const number = fc.float({ min: -1, max: 1, noNaN: true });
const vectorsOf = fc
  .integer({ min: 1, max: 70 })
  .chain((length) =>
    fc.tuple(
      fc.array(fc.array(number, { minLength: length, maxLength: length }), { minLength: 1, maxLength: 12 }),
      fc.array(number, { minLength: length, maxLength: length }),
      fc.nat(length),
    ),
  );

describe('vectors in memory', () => {
  test('multiplies as plain arithmetic does, whatever the length, and passes over zeros at the end', () => {
    fc.assert(
      fc.property(vectorsOf, ([vectors, query, zeros]) => {
        const table = new VectorTable();
        for (const [row, vector] of vectors.entries()) table.put(row, vector);
        const asked = query.map((value, place) => (place < query.length - zeros ? value : 0));
        const rows = vectors.map((_, row) => row).toReversed();
        const products = table.products(asked, rows, new Float64Array(vectors.length));
        for (const [row, vector] of vectors.entries()) {
          expect([...table.row(row)]).toEqual(vector);
          const expected = vector.reduce((sum, value, place) => sum + value * (asked[place] ?? 0), 0);
          expect(products[row]).toBeCloseTo(expected, 5);
        }
      }),
    );
  });

  test('reads more rows than fit one call, in place of older ones, and no others', () => {
    const table = new VectorTable();
    const count = 20_000;
    for (let row = 0; row < count; row += 1) table.put(row, [row, 1, 0]);
    table.put(7, [-7, 1, 0]);
    const even = Array.from({ length: count / 2 }, (_, place) => 2 * place);
    const products = table.products([1, 0.5, 9], [...even, 7], new Float64Array(count));
    expect(even.every((row) => products[row] === row + 0.5)).toBe(true);
    expect([products[7], products[9]]).toEqual([-6.5, 0]);
    expect(new VectorTable().products([1], [0], new Float64Array(1))).toEqual(new Float64Array(1));
  });
});
