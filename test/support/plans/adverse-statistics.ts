import { sql } from 'drizzle-orm';
import { queryRows, type Database } from '@memory/db';

/**
 * Numbers of a table and its indexes, as `pg_class` has them for the planner. One that was analysed while empty counts as never
 * analysed (PostgreSQL reads 0 pages as "unknown" and reckons from the file's length), save that a file of less than ten pages is
 * taken for what it is.
 */
const SIZES = {
  fresh: 'k.reltuples, relpages = k.relpages',
  'never analysed': '-1, relpages = 0',
  'analysed at ten rows': `10, relpages = case when k.relkind = 'r' then 1 else 2 end`,
} as const;
export type Statistics = keyof typeof SIZES;
const ALL = Object.keys(SIZES) as Statistics[];
export const ADVERSE = ALL.slice(1);

/** Samples that are not in force are kept under the number of their table plus this, times one more than the place of their kind. */
const APART = 100_000_000;
const apart = (statistics: Statistics) => APART * (ALL.indexOf(statistics) + 1);

/** The planner's view of tables, changed at will. */
export class PretendedStatistics {
  readonly #db: Database;
  #now: Statistics = 'fresh';

  /** @param db whose statistics were taken, perhaps in an earlier process */
  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes fresh statistics of all tables, and those of the same tables while they held ten rows of the second workspace. */
  static async take(db: Database): Promise<void> {
    await db.execute(sql`set allow_system_table_mods = on`);
    // As a server takes them; the embedded engine takes fewer.
    await db.execute(sql`set default_statistics_target = 100`);
    await db.execute(sql`vacuum (analyze)`);
    await db.execute(sql`create table kept_sizes as
      select c.oid as id, c.reltuples, c.relpages, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`);
    const tables = await queryRows<{ name: string }>(db)`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
    for (const { name } of tables) {
      await db.execute(sql.raw(`create table ten_rows (like ${name} including defaults including identity)`));
      await db.execute(
        sql.raw(`insert into ten_rows overriding system value select * from ${name}
          where workspace_id = (select max(workspace_id::text)::uuid from ${name}) limit 10`),
      );
      await db.execute(
        sql.raw(`do $$ declare a record; begin
          for a in select attname, attstattarget from pg_attribute
            where attrelid = '${name}'::regclass and attnum > 0 and attstattarget >= 0
          loop execute format('alter table ten_rows alter column %I set statistics %s', a.attname, a.attstattarget);
          end loop; end $$`),
      );
      await db.execute(sql`analyze ten_rows`);
      await db.execute(
        sql.raw(`update pg_statistic
          set starelid = ('${name}'::regclass::oid::int8 + ${apart('analysed at ten rows')})::oid
          where starelid = 'ten_rows'::regclass`),
      );
      await db.execute(sql`drop table ten_rows`);
    }
  }

  /** From now on plans are made as if this were so. */
  async pretend(statistics: Statistics): Promise<void> {
    // Rows written and taken back meanwhile are not to be read again.
    await this.#db.execute(sql`vacuum`);
    await this.#move(0, apart(this.#now));
    await this.#move(apart(statistics), 0);
    await this.#db.execute(
      sql.raw(`update pg_class c set reltuples = ${SIZES[statistics]} from kept_sizes k where c.oid = k.id`),
    );
    this.#now = statistics;
  }

  #move(from: number, to: number) {
    return this.#db.execute(
      sql.raw(`update pg_statistic s set starelid = (s.starelid::int8 - ${from} + ${to})::oid
        where s.starelid::int8 - ${from} in (select id::int8 from kept_sizes)`),
    );
  }
}
