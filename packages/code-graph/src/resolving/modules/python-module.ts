import type { TableFile } from '../symbol-table.ts';
import type { Repository } from './repository.ts';
import { directoriesUp, joinInTree } from './paths.ts';

/** The file of a Python module: relative by its dots, absolute from the folders Python would look in. */
export function pythonModule(repository: Repository, file: TableFile, specifier: string): string[] {
  const dots = /^\.*/.exec(specifier)?.[0] ?? '';
  const parts = specifier.slice(dots.length).replaceAll('.', '/');
  if (dots !== '') {
    const directory = joinInTree(file.directory || '.', '../'.repeat(dots.length - 1) || '.');
    return directory === null ? [] : moduleFile(repository, joinInTree(directory, parts || '.'));
  }
  for (const root of importRoots(repository, file)) {
    const found = moduleFile(repository, joinInTree(root, parts));
    if (found.length > 0) return found;
  }
  return [];
}

function moduleFile({ has }: Repository, target: string | null): string[] {
  if (target === null) return [];
  const inside = target === '' ? '' : `${target}/`;
  const found = [`${inside}__init__.py`, `${target}.py`, `${target}.pyi`, `${inside}__init__.pyi`].find(
    (path) => has(path),
  );
  return found === undefined ? [] : [found];
}

/** The folder that holds the file's outermost package, the folders above it, and where projects commonly keep packages. */
function importRoots({ has }: Repository, file: TableFile): string[] {
  const up = directoriesUp(file.directory);
  const outside = up.findIndex(
    (directory) => !has(directory === '' ? '__init__.py' : `${directory}/__init__.py`),
  );
  return [...up.slice(Math.max(outside, 0)), 'src', 'lib', 'python'];
}
