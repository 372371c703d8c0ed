import { parseFile, resolveEdges } from '@memory/code';

/** Call edges of some files as `source > target`. */
export async function called(sources: Record<string, string>): Promise<string[]> {
  const files = await Promise.all(Object.entries(sources).map(([path, source]) => parseFile(path, source)));
  const { edges } = resolveEdges(files.filter((file) => file !== undefined));
  return edges
    .filter(({ kind }) => kind === 'calls')
    .map(({ source, target }) => `${source} > ${target}`)
    .sort();
}
