import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a folder and all that lies in it its owner's alone, whatever it was copied from. */
export async function keepTreeToOwner(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
}
