import type { TableFile } from '../table-file.ts';
import { type Repository, directoriesUp, joinInTree } from './repository.ts';

const extensions = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** Endings of files that JavaScript runs; the declarations beside them only tell of it. */
const extensionsOfJavaScript = ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.d.ts'];
/** TypeScript lets an import name the file it will be compiled to. */
const sourcesOf: Record<string, readonly string[]> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};
// Prefixes by which projects commonly name their own source folder; package names cannot start like the first three.
const alias = /^(?:@\/|~\/|#\/?)(.+)$/;

interface Reader extends Repository {
  /** Whether the import stands in a file of JavaScript. */
  isJavaScript: boolean;
}

export function isJavaScript(filePath: string): boolean {
  return /\.[mc]?jsx?$/u.test(filePath);
}

/** The file of an ECMAScript import: relative, of a package in this repository, or by a common alias of the source folder. */
export function ecmaModule(repository: Repository, file: TableFile, specifier: string): string[] {
  const plain = specifier.split(/[?#]/, 1)[0] || specifier;
  const reader = { ...repository, isJavaScript: isJavaScript(file.path) };
  const found = plain.startsWith('.')
    ? (sourceFile(reader, joinInTree(file.directory, plain)) ??
      mainOf(reader, joinInTree(file.directory, plain)))
    : (ofPaths(reader, file, plain) ?? ofPackage(reader, plain) ?? ofAlias(reader, file, specifier));
  return found === undefined ? [] : [found];
}

function sourceFile({ has, isJavaScript }: Reader, target: string | null): string | undefined {
  if (target === null) return undefined;
  const extension = /\.[mc]?jsx?$/.exec(target)?.[0] ?? '';
  const stem = target.slice(0, target.length - extension.length);
  const inside = target === '' ? 'index' : `${target}/index`;
  const suffixes = isJavaScript ? extensionsOfJavaScript : extensions;
  const sources = (sourcesOf[extension] ?? []).map((source) => stem + source);
  return [
    ...(isJavaScript ? [target, ...sources] : [...sources, target]),
    ...suffixes.map((suffix) => target + suffix),
    ...suffixes.map((suffix) => inside + suffix),
  ].find((candidate) => has(candidate));
}

/** The module that the manifest of a folder names. */
function mainOf(repository: Reader, folder: string | null): string | undefined {
  const manifest = repository.manifests.find(
    ({ path, directory }) => path.endsWith('package.json') && directory === folder,
  );
  const entries = manifest?.imports.filter(({ names }) => names.some(({ local }) => local === '.')) ?? [];
  for (const { specifier } of repository.isJavaScript ? codeFirst(entries) : entries) {
    const found = manifest && ofEntry(repository, manifest.directory, specifier);
    if (found !== undefined) return found;
  }
  return manifest && sourceFile(repository, joinInTree(manifest.directory, 'src/index'));
}

const builtFolders = new Set(['dist', 'build', 'lib', 'out', 'esm', 'cjs']);

/** The file that a manifest names; a built one is seldom in the tree: its source stands where projects commonly keep it. */
function ofEntry(repository: Reader, directory: string, target: string): string | undefined {
  const parts = target.split('/');
  const built = parts.findIndex((part) => builtFolders.has(part));
  const stem = parts.with(built, 'src').join('/');
  for (const one of built < 0 ? [target] : [target, stem.replace(/(?:\.d)?\.[mc]?[jt]sx?$/u, '')]) {
    const found = sourceFile(repository, joinInTree(directory, one));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By the names that the nearest configuration of TypeScript around gives to files of the tree. */
function ofPaths(repository: Reader, file: TableFile, specifier: string): string | undefined {
  for (const directory of directoriesUp(file.directory)) {
    const configs = repository.manifests.filter(
      (one) => one.directory === directory && /\/?[jt]sconfig(?:\.base)?\.json$/u.test(one.path),
    );
    const entries = configs.flatMap(({ imports }) =>
      imports.flatMap(({ names, specifier: target }) => names.map(({ local }) => ({ local, target }))),
    );
    // The longest name that fits says most.
    const fitting = entries
      .filter(({ local }) => matches(local, specifier))
      .toSorted((a, b) => b.local.length - a.local.length);
    for (const { local, target } of fitting) {
      const place = joinInTree(directory, target.replace('*', starOf(local, specifier)));
      const found = sourceFile(repository, place) ?? mainOf(repository, place);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function ofPackage(repository: Reader, specifier: string): string | undefined {
  for (const manifest of repository.manifests) {
    const name = manifest.module.name;
    if (!manifest.path.endsWith('package.json') || (specifier !== name && !specifier.startsWith(`${name}/`)))
      continue;
    const rest = specifier.slice(name.length + 1);
    const subpath = rest === '' ? '.' : `./${rest}`;
    const entries = manifest.imports.filter(({ names }) =>
      names.some(({ local }) => matches(local, subpath)),
    );
    const targets = (repository.isJavaScript ? codeFirst(entries) : entries).map((entry) =>
      entry.specifier.replace('*', starOf(entry.names[0]?.local ?? '', subpath)),
    );
    for (const target of [...targets, rest || 'src/index', `src/${rest || 'index'}`, rest || 'index']) {
      const found = ofEntry(repository, manifest.directory, target);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Declarations last: they run nothing. */
function codeFirst<T extends { specifier: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => Number(isDeclaration(a)) - Number(isDeclaration(b)));
}

function isDeclaration({ specifier }: { specifier: string }): boolean {
  return /\.d\.[mc]?ts$/u.test(specifier);
}

function matches(pattern: string, subpath: string): boolean {
  const [start = '', end] = pattern.split('*', 2);
  return end === undefined ? pattern === subpath : subpath.startsWith(start) && subpath.endsWith(end);
}

function starOf(pattern: string, subpath: string): string {
  const [start = '', end = ''] = pattern.split('*', 2);
  return pattern.includes('*') ? subpath.slice(start.length, subpath.length - end.length) : '';
}

function ofAlias(repository: Reader, file: TableFile, specifier: string): string | undefined {
  const rest = alias.exec(specifier)?.[1] ?? (/^(?:src|app|lib)\//.test(specifier) ? specifier : undefined);
  if (rest === undefined) return undefined;
  for (const directory of directoriesUp(file.directory)) {
    for (const folder of ['', 'src', 'app']) {
      const found = sourceFile(repository, joinInTree(directory, `./${folder}/${rest}`));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
