import { type FileIndex, parseFile, resolveEdges } from '@memory/code-graph';

/** Indexes of some files, by their paths. */
export async function parsed(sources: Record<string, string>): Promise<FileIndex[]> {
  const files = await Promise.all(Object.entries(sources).map(([path, source]) => parseFile(path, source)));
  return files.filter((file) => file !== undefined);
}

/** Edges of one kind as `source > target`, in the order in which they are found. */
export async function resolved(
  kind: string,
  sources: Record<string, string>,
  options?: Parameters<typeof resolveEdges>[1],
): Promise<string[]> {
  const { edges } = resolveEdges(await parsed(sources), options);
  return edges.filter((edge) => edge.kind === kind).map(({ source, target }) => `${source} > ${target}`);
}

/** Call edges of some files, sorted. */
export const called = async (sources: Record<string, string>): Promise<string[]> =>
  (await resolved('calls', sources)).sort();

/** Edges from a class to its bases, in the same way. */
export const inherited = async (sources: Record<string, string>): Promise<string[]> =>
  (await resolved('inherits', sources)).sort();
