import type { TableFile } from '../symbol-table.ts';
import type { Repository } from './repository.ts';
import { directoriesUp, joinInTree } from './paths.ts';

const suffixes = ['', '.rb', '.php'];
const folders = ['.', 'include', 'lib', 'src', 'app'];

/**
 * The file an include or require names: beside the including file, then under the usual folders of each directory above,
 * then the only file of the tree whose path ends so.
 */
export function cModule({ has, byFileName }: Repository, file: TableFile, specifier: string): string[] {
  const directories = directoriesUp(file.directory).flatMap((directory) =>
    folders.map((folder) => joinInTree(directory || '.', folder) ?? ''),
  );
  for (const directory of [file.directory, ...directories]) {
    const target = joinInTree(directory || '.', specifier);
    const found = suffixes.map((suffix) => `${target}${suffix}`).find((path) => has(path));
    if (target !== null && found !== undefined) return [found];
  }
  const ending = `/${specifier.replace(/^(?:\.\.?\/)+/, '')}`;
  const name = ending.slice(ending.lastIndexOf('/') + 1);
  const named = suffixes.flatMap((suffix) => byFileName.get(name + suffix) ?? []);
  const fitting = named.filter((path) => suffixes.some((suffix) => `/${path}`.endsWith(ending + suffix)));
  return fitting.length === 1 ? [...fitting] : [];
}
