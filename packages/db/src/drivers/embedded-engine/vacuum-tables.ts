import type { Engine } from './engine.ts';

/**
 * Every table that holds anything, those of the catalogue among them, with its size and the columns that may be sampled a few at
 * once: expressions of an index are sampled with the whole table only.
 */
const TABLES = `select c.oid::regclass::text as name, pg_relation_size(c.oid)::float8 as bytes,
    case when exists (
      select from pg_index i join pg_attribute e on e.attrelid = i.indexrelid
      where i.indrelid = c.oid and i.indexprs is not null
        and i.indkey[e.attnum - 1] = 0 and e.attstattarget is distinct from 0)
    then '{}' else (
      select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attstattarget is distinct from 0)
    end as columns
  from pg_class c where c.relkind = 'r' and pg_relation_size(c.oid) > 0 order by 1`;

/** From this many bytes on a table is sampled by some columns at once: 60 ms of the engine for memories of 10 MB, where all take 220. */
const SAMPLED_IN_PIECES = 4_000_000;
const SAMPLED_AT_ONCE = 4;

/** A table that has not grown by this share since is not sampled anew. */
const GROWN = 0.1;

/** After so long each is: an hour's upkeep finds what has changed without growing. */
const SAMPLED_FOR_MS = 50 * 60_000;

interface Table {
  name: string;
  bytes: number;
  columns: string[] | null;
}

interface Sampled {
  bytes: number;
  at: number;
}

/**
 * What autovacuum does elsewhere, table by table, so that others have their turns in between. Samples for the planner are
 * taken of tables that are new or have grown: they cost twenty times what the rest does.
 */
export class TableVacuum {
  readonly #engine: Engine;
  readonly #sampled = new Map<string, Sampled>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async run(): Promise<void> {
    const { rows } = await this.#engine.query<Table>(TABLES);
    for (const { name, bytes, columns } of rows) {
      const before = this.#sampled.get(name);
      const isKnown =
        before !== undefined &&
        bytes <= before.bytes * (1 + GROWN) &&
        performance.now() - before.at < SAMPLED_FOR_MS;
      const sampledApart = isKnown || bytes < SAMPLED_IN_PIECES ? [] : (columns ?? []);
      await this.#engine.exec(`vacuum ${isKnown || sampledApart.length > 0 ? '' : '(analyze)'} ${name}`);
      if (isKnown) continue;
      await this.#sample(name, sampledApart);
      this.#sampled.set(name, { bytes, at: performance.now() });
    }
  }

  async #sample(name: string, columns: readonly string[]): Promise<void> {
    for (let start = 0; start < columns.length; start += SAMPLED_AT_ONCE)
      await this.#engine.exec(
        `analyze ${name} (${columns.slice(start, start + SAMPLED_AT_ONCE).join(', ')})`,
      );
  }
}
