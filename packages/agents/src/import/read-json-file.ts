import { readRegularFile } from '@memory/text/strange-files';

/** An export of a tool; it is read whole. */
const BYTES_MAX = 256 * 1_024 * 1_024;

/** @throws for what is no regular file, is too large, or holds no JSON */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readRegularFile(path, BYTES_MAX));
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('It is no JSON.');
  }
}
