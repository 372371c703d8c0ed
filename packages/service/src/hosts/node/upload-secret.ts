import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
