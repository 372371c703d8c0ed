import { stat } from 'node:fs/promises';

/** Those of some paths at which something lies, each once. */
export async function existing(paths: readonly string[]): Promise<string[]> {
  const named = [...new Set(paths.filter((path) => path !== ''))];
  const kinds = await Promise.all(named.map((path) => stat(path).catch(() => undefined)));
  return named.filter((_, place) => kinds[place] !== undefined);
}
