import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beside the programs of the installed package; a clone of the repository has none. */
const FILE = new URL('../pristine.tar.gz', import.meta.url);

/**
 * An empty database with the schema in place, to begin with where there is none yet: making one takes most of a first start.
 * @returns undefined when there is one, or nothing to begin with
 */
export async function pristineDatabase(dataDir: string | undefined): Promise<Blob | undefined> {
  if (dataDir === undefined || existsSync(join(dataDir, 'PG_VERSION')) || !existsSync(FILE)) return undefined;
  return new Blob([await readFile(FILE)], { type: 'application/x-gzip' });
}
