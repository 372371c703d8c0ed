import { inBackground } from '../../fair-turns.ts';
import { STATEMENT_LIMIT_MS, withStatementLimit } from '../../statement-limit.ts';
import type { Results } from '@electric-sql/pglite';

/**
 * Tables with much that is new since samples were taken for the planner, or with much that is dead: from some tens of rows on, by
 * doubling until 1,250 rows and by a fifth beyond. Rows that come and go, as those of jobs, are no growth: they are sampled after a
 * thousand changes. Those of the catalogue are among them.
 */
const DUE = `select c.oid::regclass::text as name,
    s.n_mod_since_analyze >= 20 + least(greatest(c.reltuples, 0), 1000 + greatest(c.reltuples, 0) / 5)
      and (s.n_mod_since_analyze >= 1000 or s.n_live_tup >= 20 + 2 * greatest(c.reltuples, 0)) as sampled,
    s.n_dead_tup >= 250 + greatest(c.reltuples, 0) / 5
      or s.n_ins_since_vacuum >= 1000 + greatest(c.reltuples, 0) / 5 as vacuumed
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where c.relkind = 'r' and (s.n_mod_since_analyze >= 20 or s.n_dead_tup >= 250)`;

interface KeptUp {
  query<Row>(text: string): Promise<Results<Row>>;
  /** A statement that stands back for requests, and is broken off when one waits too long. */
  maintain(text: string): Promise<void>;
}

interface Due {
  name: string;
  sampled: boolean;
  vacuumed: boolean;
}

/**
 * The one number that cannot wait for a sample: how many workspaces share the tables. Elsewhere the planner takes each for a 200th of
 * them; the files of one person hold one or a few, and a plan for ten memories reads a thousand again and again.
 */
export const SHARE_OF_WORKSPACES = `do $$ declare name text; number real; begin
  if to_regclass('workspaces') is null then return; end if;
  select least(greatest(count(*), 1), 200) into number from workspaces;
  for name in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', name, 'attname', 'workspace_id',
      'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', number);
  end loop;
end $$`;

/**
 * The work on a table, smaller each time that it was broken off, so that it ends at last: a sample of fewer rows (300 times the
 * target, and the session's own target is 20); pages without the indexes, where each page is done once and for all.
 */
const WORK = {
  analyze: (table: string, brokenOff: number) =>
    brokenOff === 0
      ? `analyze ${table}`
      : `set local default_statistics_target = ${Math.max(1, 20 >> brokenOff)}; analyze ${table}`,
  vacuum: (table: string, brokenOff: number) =>
    brokenOff === 0 ? `vacuum ${table}` : `vacuum (index_cleanup off, truncate off) ${table}`,
};

/** Bytes of log after which tables are looked at again: some twenty memories, and more when much was written already. */
const LOOK_AFTER_BYTES = 128 * 1_024;
const LOOK_AFTER_PART = 1 / 64;

/**
 * Upkeep in place of autovacuum, table by table, so that others have their turns in between. It is asked for after writes: while
 * nothing is written nobody looks. Work that holds a request up is broken off and comes again at the next look, as a smaller piece;
 * one that ended may be larger the next time. Plans that are kept are made anew once a table that they stand on was sampled.
 */
export class TableUpkeep {
  readonly #engine: KeptUp;
  #lookAt = LOOK_AFTER_BYTES;
  #running: Promise<void> | undefined;
  #isOver = false;
  /** How often work was broken off more than it ended. */
  readonly #brokenOff = new Map<string, number>();

  constructor(engine: KeptUp) {
    this.#engine = engine;
  }

  /** Told how much was written since the engine was opened. */
  note(logBytes: number): void {
    if (logBytes < this.#lookAt || this.#running || this.#isOver) return;
    this.#running = this.#run()
      // The next look finds what was broken off.
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
    this.#lookAt = logBytes + Math.max(LOOK_AFTER_BYTES, logBytes * LOOK_AFTER_PART);
  }

  /** Another thread counts its log from 0. */
  beginAnew(): void {
    this.#lookAt = LOOK_AFTER_BYTES;
  }

  /** Begins nothing any more. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Counts are told at most once a second otherwise.
    await this.#engine.maintain('select pg_stat_force_next_flush()');
    const { rows } = await inBackground(() => this.#engine.query<Due>(DUE));
    for (const { name, sampled, vacuumed } of rows) {
      if (sampled) await this.#keepUp('analyze', name);
      if (vacuumed) await this.#keepUp('vacuum', name);
      if (sampled && name === 'workspaces') await this.#piece(SHARE_OF_WORKSPACES);
    }
  }

  async #keepUp(kind: keyof typeof WORK, table: string): Promise<void> {
    const key = `${kind} ${table}`;
    const brokenOff = this.#brokenOff.get(key) ?? 0;
    const ended = await this.#piece(WORK[kind](table, brokenOff));
    this.#brokenOff.set(key, Math.max(0, brokenOff + (ended ? -1 : 1)));
  }

  /** Whether it ended. */
  async #piece(text: string): Promise<boolean> {
    if (this.#isOver) return false;
    return withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => this.#engine.maintain(text)).then(
      () => true,
      () => false,
    );
  }
}
