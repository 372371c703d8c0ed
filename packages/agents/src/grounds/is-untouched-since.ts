import { stat } from 'node:fs/promises';

/**
 * Whether a file is there and nothing wrote it after a moment: who said something then spoke of what it is now.
 * @param lateMs as much later a write counts as before
 */
export async function isUntouchedSince(file: string, moment: string, lateMs = 0): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.mtimeMs <= Date.parse(moment) + lateMs;
}
