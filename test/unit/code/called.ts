import { parseFile, resolveEdges } from '@memory/code-graph';

/** Call edges of some files as `source > target`. */
export const called = (sources: Record<string, string>): Promise<string[]> => edges(sources, 'calls');

/** Edges from a class to its bases, in the same way. */
export const inherited = (sources: Record<string, string>): Promise<string[]> => edges(sources, 'inherits');

async function edges(sources: Record<string, string>, wanted: 'calls' | 'inherits'): Promise<string[]> {
  const files = await Promise.all(Object.entries(sources).map(([path, source]) => parseFile(path, source)));
  return resolveEdges(files.filter((file) => file !== undefined))
    .edges.filter(({ kind }) => kind === wanted)
    .map(({ source, target }) => `${source} > ${target}`)
    .sort();
}
