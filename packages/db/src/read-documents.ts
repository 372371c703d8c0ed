import { sql, type SQL } from 'drizzle-orm';
import { queryRows, type Database } from './database.ts';

/** Code points a piece: at four bytes each it fits the 64 KB that the Data API allows a row. */
const PIECE_LENGTH = sql.raw('15000');

/** Bytes of pieces an answer: half of the Data API's 1 MiB, since its own JSON escapes ours. */
const ANSWER_BYTES = sql.raw('500000');

export interface ReadDocumentsOptions {
  /** Common table expressions that `selection` reads, changes included: `a as (…), b as (…)`. */
  expressions?: SQL;
  /**
   * Selects `id uuid`, `place int` (from 1, without gaps, in the wanted order), `extra json` (small, may be null) and
   * `body json` of at most 500 documents.
   */
  selection: SQL;
  /** Selects the same of the documents with these ids, for what one answer could not hold. */
  again: (ids: readonly string[]) => SQL;
}

export interface ReadDocument<Body, Extra> {
  id: string;
  extra: Extra;
  body: Body;
}

interface PieceRow {
  place: number;
  /** Pieces that the document at this place has in all. */
  pieces: number;
  part: string;
}

/**
 * Reads whole JSON documents in one statement, in pieces that no driver's limits cut; only when the documents together
 * pass half a megabyte does it ask again for the rest.
 */
export async function readDocuments<Body, Extra = null>(
  db: Database,
  { expressions, selection, again }: ReadDocumentsOptions,
): Promise<ReadDocument<Body, Extra>[]> {
  const { heads, bodies } = await readPieces(db, expressions ? sql`${expressions},` : sql``, selection);
  let missing = heads.filter(([id]) => !bodies.has(id)).map(([id]) => id);
  while (missing.length > 0) {
    const next = await readPieces(db, sql``, again(missing));
    if (next.bodies.size === 0) break; // deleted since the first answer
    for (const [id, body] of next.bodies) bodies.set(id, body);
    missing = missing.filter((id) => !bodies.has(id));
  }
  return heads.flatMap(([id, extra]) => {
    const body = bodies.get(id);
    return body === undefined ? [] : [{ id, extra: extra as Extra, body: JSON.parse(body) as Body }];
  });
}

async function readPieces(db: Database, expressions: SQL, selection: SQL) {
  const [head, ...rows] = await queryRows<PieceRow>(
    db,
    sql`with ${expressions} selected as materialized (${selection}),
      document as materialized (
        select place, body::text body, (char_length(body::text) - 1) / ${PIECE_LENGTH} + 1 pieces from selected),
      piece as (
        select place, pieces, n, substr(body, n * ${PIECE_LENGTH} + 1, ${PIECE_LENGTH}) part
        from document, generate_series(0, pieces - 1) n),
      measured as (select *, sum(octet_length(part)) over (order by place, n) running from piece)
      select place, pieces, part from (
        select 0 place, 0 pieces, -1 n, coalesce(json_agg(json_build_array(id, extra) order by place)::text, '[]') part
        from selected
        union all
        select place, pieces, n, part from measured where running <= ${ANSWER_BYTES} or place = 1) answer
      order by place, n`,
  );
  const heads = JSON.parse(head?.part ?? '[]') as [string, unknown][];
  const documents = new Map<number, { parts: string[]; pieces: number }>();
  for (const { place, pieces, part } of rows) {
    const document = documents.get(place) ?? { parts: [], pieces };
    document.parts.push(part);
    documents.set(place, document);
  }
  const bodies = new Map<string, string>();
  for (const [place, { parts, pieces }] of documents) {
    const id = heads[place - 1]?.[0];
    // The last one may be cut short by the limit; it is asked for again.
    if (id !== undefined && parts.length === pieces) bodies.set(id, parts.join(''));
  }
  return { heads, bodies };
}
