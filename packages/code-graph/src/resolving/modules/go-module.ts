import type { TableFile } from '../symbol-table.ts';
import type { Repository } from './repository.ts';
import { joinInTree } from './paths.ts';

/** The files of a Go package, found by the `go.mod` whose module path begins the import path; tests are no part of it. */
export function goModule({ table, manifests }: Repository, file: TableFile, specifier: string): string[] {
  const modules = manifests
    .filter(({ path, module }) => path.endsWith('go.mod') && `${specifier}/`.startsWith(`${module.name}/`))
    .sort((a, b) => b.module.name.length - a.module.name.length);
  for (const { directory, module } of modules) {
    const target = joinInTree(directory || '.', specifier.slice(module.name.length + 1) || '.');
    const members = target === null ? [] : table.packageFiles('go', target);
    const files = members.filter(({ path }) => !path.endsWith('_test.go') && path !== file.path);
    if (files.length > 0) return files.map(({ path }) => path);
  }
  return [];
}
