import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@memory/text/error-facts';

/** The secret that signs permissions to upload, made once and kept, so that they outlive a restart. */
export async function uploadSecret(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'secret');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return readFile(path);
}
