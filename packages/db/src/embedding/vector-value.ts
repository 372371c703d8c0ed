import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';

/**
 * A vector as a parameter. The embedded engine is given its bytes: it reads decimals with 128 bits in software, which takes
 * longer than all else that a search asks of it. The Data API carries text alone, and a server reads that quickly; made of the column's
 * type here, it is not converted for each row.
 */
export const vectorValue = (db: Database, vector: ArrayLike<number>): SQL =>
  isEmbedded(db) ? sql`${vectorBytes(vector)}::vector` : sql`${vectorText(vector)}::halfvec`;

/** In pgvector's text form; nine digits bring every 4-byte float back as it was. */
const vectorText = (vector: ArrayLike<number>): string =>
  `[${Array.from(vector, (x) => Number(x.toPrecision(9))).join(',')}]`;

/** In its binary form: the dimensions, two bytes that are reserved, and the numbers, the highest byte first. */
function vectorBytes(vector: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 + 4 * vector.length);
  const view = new DataView(bytes.buffer);
  view.setInt16(0, vector.length);
  for (let i = 0; i < vector.length; i += 1) view.setFloat32(4 + 4 * i, vector[i] ?? 0);
  return bytes;
}

/**
 * The dimensions of a model's vectors, which its name says: `lexical-512/<version>`, or
 * `<provider>/<model>/<dimensions>` with `+<digest>` behind it where prefixes were configured.
 * @throws Error for a name of neither form
 */
export function modelDimensions(model: string): number {
  const digits = /^lexical-(\d+)\//u.exec(model)?.[1] ?? /\/(\d+)(?:\+[^/]*)?$/u.exec(model)?.[1];
  if (digits === undefined) throw new Error(`The model name ${model} does not say its dimensions.`);
  return Number(digits);
}

/** A 4-byte float holds whole numbers up to here exactly. */
const SCALE = 2 ** 24;

/**
 * A unit vector as an array of whole numbers, for `unitVector`: the embedded engine reads decimals with 128 bits in software,
 * which takes 7 times as long (25 vectors of 512: 990 ms against 140 on a busy machine).
 */
export const wholeNumbers = (vector: ArrayLike<number>): string =>
  `{${Array.from(vector, (x) => Math.round(x * SCALE)).join(',')}}`;

/** The vector of such a text; a number of it differs by 3e-8 at most from what it was. */
export const unitVector = (column: string): SQL => sql`l2_normalize(${sql.raw(column)}::int[]::vector)`;
