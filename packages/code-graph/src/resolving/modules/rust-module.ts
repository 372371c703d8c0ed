import type { TableFile } from '../symbol-table.ts';
import type { Repository } from './repository.ts';
import { directoriesUp, joinInTree } from './paths.ts';

/** The file of a Rust module path (`crate.a.b`, `self.a`, `super.a`, `other_crate.a`); empty for a foreign crate. */
export function rustModule(repository: Repository, file: TableFile, specifier: string): string[] {
  const parts = specifier.split('.');
  const here = modulePlace(repository, file);
  const [first = ''] = parts;
  if (first === 'crate') return moduleFile(repository, here.root, parts.slice(1));
  if (first === 'self') return moduleFile(repository, here.root, [...here.module, ...parts.slice(1)]);
  if (first === 'super') {
    const ups = parts.findIndex((part) => part !== 'super');
    const count = ups < 0 ? parts.length : ups;
    return moduleFile(repository, here.root, [...here.module.slice(0, -count), ...parts.slice(count)]);
  }
  const crate = repository.manifests.find(
    ({ path, module }) => path.endsWith('Cargo.toml') && module.name === first,
  );
  if (crate)
    return moduleFile(repository, joinInTree(crate.directory || '.', 'src') ?? 'src', parts.slice(1));
  return moduleFile(repository, here.root, [...here.module, ...parts], false);
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

function moduleFile({ has }: Repository, root: string, module: readonly string[], orCrate = true): string[] {
  const inside = [...(root === '' ? [] : [root]), ...module].join('/');
  const candidates =
    module.length === 0 ? [`${inside}/lib.rs`, `${inside}/main.rs`] : [`${inside}.rs`, `${inside}/mod.rs`];
  const found = candidates.find((path) => has(path));
  if (found !== undefined) return [found];
  return orCrate && module.length === 0 && has('lib.rs') ? ['lib.rs'] : [];
}
