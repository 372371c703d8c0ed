import type { TableFile } from '../table-file.ts';
import { type Repository, directoriesUp, joinInTree } from './repository.ts';

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

/** The files of a Go package, found by the `go.mod` whose module path begins the import path; tests are no part of it. */
export function goModule({ table, manifests }: Repository, file: TableFile, specifier: string): string[] {
  const modules = manifests
    .filter(({ path, module }) => path.endsWith('go.mod') && `${specifier}/`.startsWith(`${module.name}/`))
    .sort((a, b) => b.module.name.length - a.module.name.length);
  for (const { directory, module } of modules) {
    const target = joinInTree(directory || '.', specifier.slice(module.name.length + 1) || '.');
    const members = target === null ? [] : table.packageFiles({ family: 'go', path: '' }, target);
    const files = members.filter(({ path }) => !path.endsWith('_test.go') && path !== file.path);
    if (files.length > 0) return files.map(({ path }) => path);
  }
  return [];
}

/** The file of a Python module: relative by its dots, absolute from the folders Python would look in. */
export function pythonModule(repository: Repository, file: TableFile, specifier: string): string[] {
  const dots = /^\.*/.exec(specifier)?.[0] ?? '';
  const parts = specifier.slice(dots.length).replaceAll('.', '/');
  if (dots !== '') {
    const directory = joinInTree(file.directory || '.', '../'.repeat(dots.length - 1) || '.');
    return directory === null ? [] : pythonModuleFile(repository, joinInTree(directory, parts || '.'));
  }
  for (const root of importRoots(repository, file)) {
    const found = pythonModuleFile(repository, joinInTree(root, parts));
    if (found.length > 0) return found;
  }
  return [];
}

function pythonModuleFile({ has }: Repository, target: string | null): string[] {
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

/** The file of a Rust module path (`crate.a.b`, `self.a`, `super.a`, `other_crate.a`); empty for a foreign crate. */
export function rustModule(repository: Repository, file: TableFile, specifier: string): string[] {
  const parts = specifier.split('.');
  const here = modulePlace(repository, file);
  const [first = '', ...rest] = parts;
  const inCrate = (module: readonly string[]) => rustModuleFile(repository, here.root, module);
  if (first === 'crate') return inCrate(rest);
  if (first === 'self') return inCrate([...here.module, ...rest]);
  if (first === 'super') {
    const others = parts.filter((part) => part !== 'super');
    return inCrate([...here.module.slice(0, others.length - parts.length), ...others]);
  }
  const crate = repository.manifests.find(
    ({ path, module }) => path.endsWith('Cargo.toml') && module.name === first,
  );
  return crate
    ? rustModuleFile(repository, joinInTree(crate.directory || '.', 'src') ?? 'src', rest)
    : rustModuleFile(repository, here.root, [...here.module, ...parts], false);
}

/** The source folder of a file's crate, and the file's module path within it. */
function modulePlace({ has }: Repository, file: TableFile): { root: string; module: string[] } {
  const at = file.path.lastIndexOf('src/');
  const isInSource = at === 0 || file.path[at - 1] === '/';
  // A manifest may name a root elsewhere: the nearest folder upwards with a file that roots are called.
  const named = directoriesUp(file.directory).find((directory) =>
    ['main.rs', 'lib.rs'].some((name) => has(directory === '' ? name : `${directory}/${name}`)),
  );
  const root = at >= 0 && isInSource ? file.path.slice(0, at + 3) : (named ?? file.directory);
  const inside = file.path.slice(root === '' ? 0 : root.length + 1).replace(/\.rs$/, '');
  const module = inside.split('/').filter((part) => part !== '');
  if (['mod', 'lib', 'main'].includes(module.at(-1) ?? '')) module.pop();
  return { root, module };
}

function rustModuleFile(
  { has }: Repository,
  root: string,
  module: readonly string[],
  orCrate = true,
): string[] {
  const inside = [...(root === '' ? [] : [root]), ...module].join('/');
  const candidates =
    module.length === 0 ? [`${inside}/lib.rs`, `${inside}/main.rs`] : [`${inside}.rs`, `${inside}/mod.rs`];
  const found = candidates.find((path) => has(path));
  if (found !== undefined) return [found];
  return orCrate && module.length === 0 && has('lib.rs') ? ['lib.rs'] : [];
}
