import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Parts of a data directory that a backup brings. */
export const RESTORED_PARTS = ['database', 'uploads'] as const;

/** Says that parts are being put in place: until it is gone, what was there before counts. */
const NOTE = 'restoring.json';
const COMING = 'restoring-';

interface Note {
  aside: string;
  there: string[];
  version: string | null;
}

/** Where a backup is copied to before it is put in place. */
export const comingFolder = (dataDir: string, mark: string): string => join(dataDir, `${COMING}${mark}`);

/** Before the first part is moved. */
export async function beginRestore(dataDir: string, aside: string): Promise<void> {
  const note: Note = {
    aside,
    there: RESTORED_PARTS.filter((part) => existsSync(join(dataDir, part))),
    version: await readFile(join(dataDir, 'version'), 'utf8').catch(() => null),
  };
  await writeFile(join(dataDir, NOTE), JSON.stringify(note), { mode: 0o600 });
}

/** When all parts are in place: from now on they count. */
export const endRestore = (dataDir: string): Promise<void> => rm(join(dataDir, NOTE), { force: true });

/**
 * Puts back what was there before a restore whose process ended half-way, and deletes what it had copied. For whoever holds
 * the lock of the data directory.
 * @returns whether there was one
 */
export async function undoHalfRestore(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const { aside, there, version } = JSON.parse(text) as Note;
    for (const part of RESTORED_PARTS) {
      const [before, now] = [join(aside, part), join(dataDir, part)];
      // A part that was there and is not put aside has not been touched yet.
      if (there.includes(part) && !existsSync(before)) continue;
      await rm(now, { recursive: true, force: true });
      if (there.includes(part)) await rename(before, now);
    }
    if (version === null) await rm(join(dataDir, 'version'), { force: true });
    else await writeFile(join(dataDir, 'version'), version, { mode: 0o600 });
    await rm(aside, { recursive: true, force: true });
    await endRestore(dataDir);
  }
  for (const name of await readdir(dataDir))
    if (name.startsWith(COMING)) await rm(join(dataDir, name), { recursive: true, force: true });
  return text !== undefined;
}
