import type { Engine } from './engine.ts';

/** Every table that holds anything, those of the catalogue among them, with its size. */
const TABLES = `select c.oid::regclass::text as name, pg_relation_size(c.oid)::float8 as bytes from pg_class c
  where c.relkind = 'r' and pg_relation_size(c.oid) > 0 order by 1`;

/** A table that has not grown by this share since is not sampled anew. */
const GROWN = 0.1;

/** After so long each is: an hour's upkeep finds what has changed without growing. */
const SAMPLED_FOR_MS = 50 * 60_000;

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
    const { rows } = await this.#engine.query<{ name: string; bytes: number }>(TABLES);
    for (const { name, bytes } of rows) {
      const before = this.#sampled.get(name);
      const isKnown =
        before !== undefined &&
        bytes <= before.bytes * (1 + GROWN) &&
        performance.now() - before.at < SAMPLED_FOR_MS;
      await this.#engine.exec(`vacuum ${isKnown ? '' : '(analyze)'} ${name}`);
      if (!isKnown) this.#sampled.set(name, { bytes, at: performance.now() });
    }
  }
}
