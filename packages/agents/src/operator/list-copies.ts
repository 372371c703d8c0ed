import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Folders of a data directory that hold copies of the database: from before upgrades and from before restores. */
const FOLDERS = ['backups', 'before-restore'];

/** Copies of the database that lie beside it. */
export async function listCopies(dataDir: string): Promise<string[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (name) => {
      const folder = join(resolve(dataDir), name);
      return (await readdir(folder).catch(() => [])).map((copy) => join(folder, copy));
    }),
  );
  return listed.flat();
}
