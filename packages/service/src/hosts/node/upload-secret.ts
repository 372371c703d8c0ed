import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile, chmod, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const BYTES = 32;

/**
 * The secret that signs permissions to upload, made once and kept, so that they outlive a restart. One that a crash or a full
 * disk left short is made anew: what it signs everybody could sign.
 */
export async function uploadSecret(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'secret');
  const kept = await readFile(path).catch(() => undefined);
  if (kept?.length === BYTES) return kept;
  const secret = randomBytes(BYTES);
  const aside = `${path}.${process.pid}.tmp`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(aside, secret, { mode: 0o600 });
  await rename(aside, path);
  return secret;
}

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
