import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { execute, query, queryRows, type Database } from './database.ts';
import { isEmbedded } from './drivers/embedded.ts';
import { isStatementTimeout } from './errors.ts';
import { col, row } from './row.ts';
import { STATEMENT_LIMIT_MS, withStatementLimit } from './statement-limit.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** An arbitrary number that all deployments of this service share: one migration at a time. */
const MIGRATION_LOCK = 7_237_455_010;

/**
 * Brings the schema up to date: numbered SQL files, forward only, each in one transaction under a lock. A statement ends with
 * a semicolon and a blank line. An index of a table that holds rows is made `concurrently if not exists`: after the transaction,
 * and by the next run where the first did not come to it.
 * @param directory where the files lie; a bundle brings its own copy
 * @returns the names of the files that were applied, in order
 * @throws when the database was made by a build before 1.0.0, whose files were others
 */
export function migrate(db: Database, directory: URL = MIGRATIONS): Promise<string[]> {
  return withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => applyMigrations(db, directory));
}

async function applyMigrations(db: Database, directory: URL): Promise<string[]> {
  await db.transaction(async (tx) => {
    // `if not exists` alone fails when two processes find the table missing at the same time.
    await takeLock(tx);
    await tx.execute(
      sql`create table if not exists schema_migrations (
        name text primary key, applied_at timestamptz not null default now())`,
    );
  });
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  const names = await queryRows<{ name: string }>(db)`select name from schema_migrations`;
  const known = new Set(names.map(({ name }) => name));
  // A later name is of a newer release, whose schema its predecessor can use: so a deployment is taken back.
  const foreign = [...known].find(
    (name) => name.endsWith('.sql') && !files.includes(name) && name < (files.at(-1) ?? ''),
  );
  if (foreign !== undefined)
    throw new Error(
      `The database was made by a build before 1.0.0 (its schema has ${foreign}). The section "Data of an earlier build" of docs/operating.md says how to bring it over.`,
    );
  const applied: string[] = [];
  for (const file of files) {
    const statements = (await readFile(new URL(file, directory), 'utf8')).split(/;\n\n/u).map(bare);
    const fresh =
      !known.has(file) &&
      (await db.transaction(async (tx) => {
        await takeLock(tx);
        const claimed = await execute(tx)`
          insert into schema_migrations (name) values (${file}) on conflict do nothing returning name`;
        if (claimed === 0) return false;
        for (const statement of statements.filter((each) => !INDEX.test(each)))
          await tx.execute(sql.raw(statement));
        return true;
      }));
    for (const statement of statements) {
      const [, name] = INDEX.exec(statement) ?? [];
      const built = `${file}: ${name}`;
      if (name === undefined || known.has(built)) continue;
      await buildIndex(db, name, statement);
      await execute(db)`insert into schema_migrations (name) values (${built}) on conflict do nothing`;
    }
    if (fresh) applied.push(file);
  }
  return applied;
}

/** Without its end and the comments before it. */
const bare = (statement: string): string =>
  statement
    .replace(/^(?:--.*\n|\n)*/u, '')
    .trim()
    .replace(/;$/u, '');

/** Made beside reads and writes, and so behind the transaction of its file. */
const INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/u;

/** Between two looks at an index that goes on being made after its call ended. */
const LOOK_MS = 1_000;

const found = row({
  valid: col.bool`i.indisvalid`,
  building: col.bool`exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)`,
});

/** Makes an index unless it is there, and begins anew with one that was broken off; what outlives its call is waited for. */
async function buildIndex(db: Database, name: string, statement: string): Promise<void> {
  // The embedded engine has one connection: nothing could go on meanwhile.
  const concurrently = isEmbedded(db) ? '' : 'concurrently';
  for (;;) {
    const [index] = await query(db, found)`
      select ${found.columns} from pg_index i where i.indexrelid = to_regclass(${name}::text)`;
    if (index?.valid) return;
    try {
      if (index?.building) await setTimeout(LOOK_MS);
      else if (index) await db.execute(sql.raw(`drop index ${concurrently} ${name}`));
      else await db.execute(sql.raw(statement.replace('concurrently', concurrently)));
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
    }
  }
}

/** A lock of the transaction: one of the session would not outlive a call of the Data API. */
async function takeLock(tx: Database): Promise<void> {
  await tx.execute(sql`select 1 as locked from (select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)) l`);
}
