import { sql, type SQL } from 'drizzle-orm';
import { query, type Database } from './database.ts';
import { PLANNED_ONCE } from './drivers/planned-once.ts';
import { col, row, type JsonValue } from './row.ts';

/** Code points a piece: at four bytes each it fits the 64 KB that the Data API allows a row. */
const PIECE_LENGTH = sql.raw('15000');

/** Bytes of pieces an answer: half of the Data API's 1 MiB, since its own JSON escapes ours. */
const ANSWER_BYTES_MAX = 500_000;
const ANSWER_BYTES = sql.raw(String(ANSWER_BYTES_MAX));

export interface ReadWholeOptions<Body, Extra> {
  /** `selection` and `again` select its `json` as `body`, or that of one of several. */
  body: Pick<JsonValue<Body>, 'parse'>;
  /** `selection` selects its `json`, or null, as `extra`; absent: null. */
  extra?: JsonValue<Extra>;
  /** See `PLANNED_ONCE`. */
  plannedOnce?: boolean | undefined;
  /** Common table expressions that `selection` reads, changes included: `a as (…), b as (…)`. */
  expressions?: SQL;
  /**
   * Selects `id uuid`, `place int` (from 1, without gaps, in the wanted order), `extra json` (small, may be null) and
   * `body json` of at most 500 rows.
   */
  selection: SQL;
  /** Whether both select `size int` as well, and no body of what is too much for one answer: see `sizedBody`. */
  sized?: boolean;
  /** Selects the same of the rows with these ids, for what one answer could not hold. */
  again: (ids: readonly string[]) => SQL;
}

/** A row of any size, with what its statement says beside it. */
export interface WholeRow<Body, Extra> {
  id: string;
  extra: Extra;
  body: Body;
}

/**
 * `place`, `size` and `body` of rows in the order of the window `places`, where a row may be large: a hundred bodies would take
 * seconds in the embedded engine, to be thrown away.
 * @param size about its bytes, as they are known without reading what is stored outside the row
 */
export const sizedBody = (
  size: SQL,
  body: SQL,
): SQL => sql`(row_number() over places)::int place, ${size} size,
  case when row_number() over places = 1 or sum(${size}) over places <= ${ANSWER_BYTES} then ${body} end body`;

/** `pieces`: how many the row at this place has in all; 0 for the first, which describes the others. */
const piece = row({ place: col.int`place`, pieces: col.int`pieces`, part: col.text`part` });

/**
 * Reads rows as whole JSON, however long, in one statement: the Data API cuts a row at 64 KB and an answer at 1 MiB, so each
 * row comes in pieces. Half a megabyte comes with the first answer, together with the identifiers, order and sizes of all
 * rows; what did not fit is asked for by `again`, as much at a time as one answer holds. A row that was deleted in between
 * is left out.
 */
export async function readWhole<Body, Extra = null>(
  db: Database,
  {
    body: { parse },
    plannedOnce = false,
    expressions,
    selection,
    sized = false,
    again,
  }: ReadWholeOptions<Body, Extra>,
): Promise<WholeRow<Body, Extra>[]> {
  const { heads, bodies, sizes } = await readPieces(db, selection, { expressions, sized, plannedOnce });
  let missing = heads.filter(([id]) => !bodies.has(id)).map(([id]) => id);
  while (missing.length > 0) {
    const asked = new Set(oneAnswer(missing, sizes));
    const next = await readPieces(db, again([...asked]), { sized });
    for (const [id, body] of next.bodies) bodies.set(id, body);
    // A row that was asked for and is not there has been deleted since the first answer.
    const there = new Set(next.heads.map(([id]) => id));
    missing = missing.filter((id) => !bodies.has(id) && (there.has(id) || !asked.has(id)));
  }
  return heads.flatMap(([id, extra]) => {
    const body = bodies.get(id);
    return body === undefined ? [] : [{ id, extra: extra as Extra, body: parse(body) }];
  });
}

/** The first of the ids whose rows fit one answer together: making more of them would cost and be thrown away. */
function oneAnswer(ids: readonly string[], sizes: ReadonlyMap<string, number>): string[] {
  let bytes = 0;
  const beyond = ids.findIndex((id, place) => {
    bytes += sizes.get(id) ?? 0;
    return place > 0 && bytes > ANSWER_BYTES_MAX;
  });
  return ids.slice(0, beyond === -1 ? ids.length : beyond);
}

async function readPieces(
  db: Database,
  selection: SQL,
  {
    expressions,
    sized,
    plannedOnce = false,
  }: Pick<ReadWholeOptions<unknown, unknown>, 'expressions' | 'sized' | 'plannedOnce'>,
) {
  const [head, ...rows] = await query(db, piece)`
    with ${expressions ? sql`${expressions},` : sql``} selected as materialized (
        select id, place, extra, body::text body, ${sized ? sql`size` : sql`null::int`} size from (${selection}) s),
      sized as materialized (
        select *, coalesce(octet_length(body), size) bytes, (char_length(body) - 1) / ${PIECE_LENGTH} + 1 pieces,
          sum(octet_length(body)) over (order by place) running
        from selected)
      select ${piece.columns} from (
        select 0 place, 0 pieces, -1 n,
          coalesce(json_agg(json_build_array(id, extra, bytes) order by place)::text, '[]') part
        from sized
        union all
        select place, pieces, n, substr(body, n * ${PIECE_LENGTH} + 1, ${PIECE_LENGTH})
        from sized, generate_series(0, pieces - 1) n
        where running <= ${ANSWER_BYTES} or place = 1) answer
      order by place, n ${sql.raw(plannedOnce ? PLANNED_ONCE : '')}`;
  const described = JSON.parse(head?.part ?? '[]') as [string, unknown, number][];
  const heads = described.map(([id, extra]): [string, unknown] => [id, extra]);
  const sizes = new Map(described.map(([id, , bytes]) => [id, bytes]));
  const wholes = new Map<number, { parts: string[]; pieces: number }>();
  for (const { place, pieces, part } of rows) {
    const whole = wholes.get(place) ?? { parts: [], pieces };
    whole.parts.push(part);
    wholes.set(place, whole);
  }
  const bodies = new Map<string, string>();
  for (const [place, { parts, pieces }] of wholes) {
    const id = heads[place - 1]?.[0];
    if (id !== undefined && parts.length === pieces) bodies.set(id, parts.join(''));
  }
  return { heads, bodies, sizes };
}
