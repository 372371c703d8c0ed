import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, STATEMENT_LIMIT_MS, withStatementLimit, type Database } from '@memory/db';
import { openPglite } from '../../packages/db/src/drivers/pglite.ts';
import { unpackDump } from '../../packages/db/src/drivers/pristine-database.ts';
import { oneAtATime } from '../support/one-at-a-time.ts';

const MIGRATIONS = new URL('../../packages/db/migrations/', import.meta.url);
/** Its version among others. */
const ENGINE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/workspace-memory/', import.meta.url));

/**
 * The file of a database that takes seconds to make: the first is kept as a dump beside the dependencies, under a name that
 * changes with what it is made from.
 */
async function keptDump(name: string, make: () => Promise<Blob>): Promise<string> {
  const path = join(CACHE, `${name}.tar`);
  if (!existsSync(path))
    await oneAtATime(`${path}.lock`, async () => {
      if (existsSync(path)) return;
      await writeFile(`${path}.partial`, Buffer.from(await (await make()).arrayBuffer()));
      await rename(`${path}.partial`, path);
    });
  return path;
}

const dumpOf = async (prepare: (db: Database) => Promise<unknown>, dump?: string): Promise<Blob> => {
  const { db, engine, close } = await openPglite({ dump });
  // On a busy machine the dump, too, takes longer than a statement of a request may.
  return withStatementLimit(STATEMENT_LIMIT_MS.maintenance, async () => {
    await prepare(db);
    // Each start on it would else do again what the log holds.
    await engine.exec('checkpoint');
    const made = await engine.dumpDataDir();
    await close();
    return made;
  });
};

/** The file of a dump of an empty database. */
export const emptyDump = async (): Promise<string> =>
  keptDump(`empty-${await hash([ENGINE])}`, () => dumpOf(() => Promise.resolve()));

/** The file of a dump of a migrated database as `fill` leaves it, made once for the schema and the files that it is made by. */
export const keptDatabase = async (
  name: string,
  files: readonly URL[],
  fill: (db: Database) => Promise<unknown>,
): Promise<string> =>
  keptDump(`${name}-${await hash([...(await schemaFiles()), ...files])}`, async () =>
    dumpOf(fill, await migratedDump()),
  );

/** The file of a dump with the schema in place. */
export const migratedDump = async (): Promise<string> =>
  keptDump(`migrated-${await hash(await schemaFiles())}`, () => dumpOf(migrate));

/** An embedded database in memory with the schema in place. */
export const openMigratedPglite = async (): ReturnType<typeof openPglite> =>
  openPglite({ dump: await migratedDump() });

let shared: ReturnType<typeof openMigratedPglite> | undefined;

/** The one that hosts of this process share, and none of them closes: it takes 300 to 500 MB and seconds to start. */
export const sharedPglite = (): ReturnType<typeof openMigratedPglite> =>
  (shared ??= openMigratedPglite().then((opened) => ({ ...opened, close: () => Promise.resolve() })));

let emptied: ReturnType<typeof openMigratedPglite> | undefined;

/** Another, for a file that counts or moves whole databases: empty each time that it is asked for. */
export async function emptyPglite(): ReturnType<typeof openMigratedPglite> {
  if (!emptied) emptied = openMigratedPglite();
  else
    await (
      await emptied
    ).engine.exec(`do $$ begin execute (
      select 'truncate ' || string_agg(format('%I', tablename), ', ') from pg_tables
        where schemaname = 'public' and tablename <> 'schema_migrations'); end $$`);
  return { ...(await emptied), close: () => Promise.resolve() };
}

/** A data directory whose database has the schema in place: the first start of a server takes four seconds less of the processor. */
export async function prepareDataDir(dataDir: string, name = 'database'): Promise<void> {
  unpackDump(await readFile(await migratedDump()), join(dataDir, name));
}

const schemaFiles = async (): Promise<URL[]> => [
  ...(await readdir(MIGRATIONS)).toSorted().map((file) => new URL(file, MIGRATIONS)),
  ENGINE,
];

async function hash(files: readonly URL[]): Promise<string> {
  const digest = createHash('sha256');
  for (const file of files) digest.update(await readFile(file));
  return digest.digest('hex').slice(0, 16);
}
