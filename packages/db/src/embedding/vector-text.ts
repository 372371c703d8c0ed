/** A vector in pgvector's text form; nine digits bring every 4-byte float back as it was. */
export const vectorText = (vector: ArrayLike<number>): string =>
  `[${Array.from(vector, (x) => Number(x.toPrecision(9))).join(',')}]`;
