import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files in a folder. */
export function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true })
    .map((file) => statSync(join(directory, String(file))))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
