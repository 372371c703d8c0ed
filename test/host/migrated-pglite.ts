import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, STATEMENT_LIMIT_MS, withStatementLimit, type Database } from '@memory/db';
import { openPglite } from '../../packages/db/src/drivers/pglite.ts';

const MIGRATIONS = new URL('../../packages/db/migrations/', import.meta.url);
/** Its version among others. */
const ENGINE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/workspace-memory/', import.meta.url));

/**
 * A database that takes seconds to make: the first is kept as a dump beside the dependencies, under a name that changes with
 * what it is made from.
 */
async function keptDump(name: string, make: () => Promise<Blob>): Promise<Blob> {
  const path = join(CACHE, `${name}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept) return new Blob([kept]);
  const fresh = await make();
  await mkdir(CACHE, { recursive: true });
  // Written aside and renamed: another worker may be doing the same.
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, Buffer.from(await fresh.arrayBuffer()));
  await rename(partial, path);
  return fresh;
}

const dumpOf = async (prepare: (db: Database) => Promise<unknown>): Promise<Blob> => {
  const { db, engine, close } = await openPglite();
  await withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => prepare(db));
  const dump = await engine.dumpDataDir();
  await close();
  return dump;
};

/** An embedded database in memory, empty. */
export const emptyDump = async (): Promise<Blob> =>
  keptDump(`empty-${await hash([ENGINE])}`, () => dumpOf(() => Promise.resolve()));

/** An embedded database in memory as `prepare` leaves it, made once for the schema and the files that it is made by. */
export const keptDatabase = async (
  name: string,
  files: readonly URL[],
  prepare: (db: Database) => Promise<unknown>,
): Promise<Blob> =>
  keptDump(`${name}-${await hash([...(await schemaFiles()), ...files])}`, () => dumpOf(prepare));

/** An embedded database in memory with the schema in place. */
export async function openMigratedPglite(): ReturnType<typeof openPglite> {
  return openPglite({ dump: await keptDump(`migrated-${await hashMigrations()}`, () => dumpOf(migrate)) });
}

/** A data directory whose database has the schema in place: the first start of a server takes four seconds less of the processor. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const kept = join(CACHE, `data-${await hashMigrations()}`);
  if (!existsSync(kept)) {
    const partial = `${kept}.${process.pid}`;
    await mkdir(partial, { recursive: true });
    const { db, close } = await openPglite({ dataDir: join(partial, 'database') });
    await migrate(db);
    await close();
    await rename(partial, kept).catch(() => rm(partial, { recursive: true }));
  }
  await cp(kept, dataDir, { recursive: true });
}

const hashMigrations = async (): Promise<string> => hash(await schemaFiles());

const schemaFiles = async (): Promise<URL[]> => [
  ...(await readdir(MIGRATIONS)).toSorted().map((file) => new URL(file, MIGRATIONS)),
  ENGINE,
];

async function hash(files: readonly URL[]): Promise<string> {
  const digest = createHash('sha256');
  for (const file of files) digest.update(await readFile(file));
  return digest.digest('hex').slice(0, 16);
}
