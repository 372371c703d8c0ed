import { chmod, mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * Makes the directory the owner's alone, one that exists too: whoever may read it reads every memory, and whoever may
 * write it changes rows and keys.
 * @returns whether it belongs to the user of this process
 * @throws when it belongs to another user, who could read it all the same
 */
export async function keepToOwner(dataDir: string): Promise<{ isOurs: boolean }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { uid } = await stat(dataDir);
  // Windows tells no user. Root is let in: containers run as root over a volume of somebody.
  const user = process.getuid?.() ?? 0;
  if (user !== 0 && uid !== user)
    throw new Error(
      `The data directory ${resolve(dataDir)} belongs to another user (${uid}). Run as that user, or set DATA_DIR to another directory.`,
    );
  await chmod(dataDir, 0o700);
  return { isOurs: uid === user };
}
