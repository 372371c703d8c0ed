import { sql, type SQL } from 'drizzle-orm';
import { query, type Database } from '../database.ts';
import { col, row, type JsonValue } from '../row.ts';

/** Bytes of JSON a row: with the last item, which may take as much again, it fits the 64 KB that the Data API allows. */
const ROW_BYTES = sql.raw('30000');

/** Bytes of JSON an answer: the Data API's 1 MiB less what its own JSON adds by escaping ours. */
const ANSWER_BYTES = sql.raw('600000');

/** Before every id: where the first page begins. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

export interface JsonPage<Item> {
  items: Item[];
  /** Id of the last item, from which the next page goes on; null on an empty page. */
  last: string | null;
  hasMore: boolean;
}

const part = row({
  /** A JSON list. */
  items: col.text`'[' || string_agg(body, ',' order by id) || ']'`,
  last: col.uuid`(array_agg(id order by id desc))[1]`,
  size: col.int`count(*)`,
  total: col.int`max(total)`,
});

/**
 * Reads one page of small JSON items, as many as one answer of the Data API can hold.
 * @param item what `body` is
 * @param selection selects `id uuid` and `body json` of at most 30 kB, the first `limit` in the order of `id`
 */
export async function readJsonPage<Item>(
  db: Database,
  { item, selection, limit }: { item: JsonValue<Item>; selection: SQL; limit: number },
): Promise<JsonPage<Item>> {
  const rows = await query(
    db,
    part,
    sql`with selected as materialized (select id, body::text body from (${selection}) s),
      measured as (
        select id, body, count(*) over () total, octet_length(body) own,
          sum(octet_length(body) + 1) over (order by id rows unbounded preceding) running from selected),
      kept as (
        select id, body, total, div(running - own, ${ROW_BYTES}) part from measured
        where running <= ${ANSWER_BYTES} or running = own + 1)
      select ${part.columns}
      from kept group by part order by part`,
  );
  const { parse: parseList } = col.listOf(item)``;
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  const total = rows[0]?.total ?? 0;
  return {
    items: rows.flatMap(({ items }) => parseList(items)),
    last: rows.at(-1)?.last ?? null,
    hasMore: size < total || total === limit,
  };
}
