import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { execute, queryRows, type Database } from './database.ts';
import { STATEMENT_LIMIT_MS, withStatementLimit } from './statement-limit.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** An arbitrary number that all deployments of this service share: one migration at a time. */
const MIGRATION_LOCK = 7_237_455_010;

/**
 * Brings the schema up to date: numbered SQL files, forward only, each in one transaction under a lock. A statement ends with
 * a semicolon and a blank line.
 * @param directory where the files lie; a bundle brings its own copy
 * @returns the names of the files that were applied, in order
 * @throws when the database was made by a build before 0.2.0, whose files were others
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
  const names = await queryRows<{ name: string }>(db, sql`select name from schema_migrations`);
  const known = new Set(names.map(({ name }) => name));
  // A later name is of a newer release, whose schema its predecessor can use: so a deployment is taken back.
  const foreign = [...known].find((name) => !files.includes(name) && name < (files.at(-1) ?? ''));
  if (foreign !== undefined)
    throw new Error(
      `The database was made by a build before 0.2.0 (its schema has ${foreign}). The section "Data of an earlier build" of docs/operating.md says how to bring it over.`,
    );
  const applied: string[] = [];
  for (const file of files.filter((name) => !known.has(name))) {
    const statements = (await readFile(new URL(file, directory), 'utf8')).split(/;\n\n/u);
    const fresh = await db.transaction(async (tx) => {
      await takeLock(tx);
      const claimed = await execute(
        tx,
        sql`insert into schema_migrations (name) values (${file}) on conflict do nothing returning name`,
      );
      if (claimed === 0) return false;
      for (const statement of statements) await tx.execute(sql.raw(statement.trim().replace(/;\s*$/u, '')));
      return true;
    });
    if (fresh) applied.push(file);
  }
  return applied;
}

/** A lock of the transaction: one of the session would not outlive a call of the Data API. */
async function takeLock(tx: Database): Promise<void> {
  await tx.execute(sql`select 1 as locked from (select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)) l`);
}
