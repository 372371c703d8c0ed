import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** What the local server put aside before it upgraded the database. */
export async function listCopies(dataDir: string): Promise<string[]> {
  const folder = join(resolve(dataDir), 'backups');
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}
