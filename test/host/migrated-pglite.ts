import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, STATEMENT_LIMIT_MS, withStatementLimit, type Database } from '@memory/db';
import { openPglite } from '../../packages/db/src/drivers/pglite.ts';
import { unpackDump } from '../../packages/db/src/drivers/pristine-database.ts';

const MIGRATIONS = new URL('../../packages/db/migrations/', import.meta.url);
/** Its version among others. */
const ENGINE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
/** Many times as long as the dearest takes. */
const MAKING_MS = 120_000;
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/workspace-memory/', import.meta.url));

/**
 * A database that takes seconds to make: the first is kept as a dump beside the dependencies, under a name that changes with
 * what it is made from.
 */
async function keptDump(name: string, make: () => Promise<Blob>): Promise<Blob> {
  const path = join(CACHE, `${name}.tar`);
  const kept = () => readFile(path).catch(() => undefined);
  await mkdir(CACHE, { recursive: true });
  // The first workers of a fresh clone want it at once: one makes it, and the others wait; not for one that was killed meanwhile.
  const partial = `${path}.partial`;
  let bytes = await kept();
  for (const until = Date.now() + MAKING_MS; !bytes && Date.now() < until; bytes = await kept()) {
    const file = await open(partial, 'wx').catch(() => undefined);
    if (file) {
      await file.writeFile(Buffer.from(await (await make()).arrayBuffer()));
      await file.close();
      await rename(partial, path);
    } else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (bytes) return new Blob([bytes]);
  await rm(partial, { force: true });
  return keptDump(name, make);
}

const dumpOf = async (prepare: (db: Database) => Promise<unknown>, dump?: Blob): Promise<Blob> => {
  const { db, engine, close } = await openPglite(dump && { dump });
  await withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => prepare(db));
  const made = await engine.dumpDataDir();
  await close();
  return made;
};

/** An embedded database in memory, empty. */
export const emptyDump = async (): Promise<Blob> =>
  keptDump(`empty-${await hash([ENGINE])}`, () => dumpOf(() => Promise.resolve()));

/** A migrated database in memory as `fill` leaves it, made once for the schema and the files that it is made by. */
export const keptDatabase = async (
  name: string,
  files: readonly URL[],
  fill: (db: Database) => Promise<unknown>,
): Promise<Blob> =>
  keptDump(`${name}-${await hash([...(await schemaFiles()), ...files])}`, async () =>
    dumpOf(fill, await migratedDump()),
  );

const migratedDump = async (): Promise<Blob> =>
  keptDump(`migrated-${await hash(await schemaFiles())}`, async () => dumpOf(migrate, await emptyDump()));

/** An embedded database in memory with the schema in place. */
export const openMigratedPglite = async (): ReturnType<typeof openPglite> =>
  openPglite({ dump: await migratedDump() });

/** A data directory whose database has the schema in place: the first start of a server takes four seconds less of the processor. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  unpackDump(Buffer.from(await (await migratedDump()).arrayBuffer()), join(dataDir, 'database'));
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
