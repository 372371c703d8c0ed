import path from 'node:path';
import { parse } from 'jsonc-parser';
import { emptyIndex, type FileIndex, type ImportReference } from '../file-index.ts';

/** A manifest's account of the package around it. */
interface Manifest {
  /** Name by which other code imports the package. */
  name: string;
  /** Files it stands for: `imported` is the subpath, `.` for the package itself; `specifier` is relative to the manifest. */
  entries: { subpath: string; specifier: string }[];
}

const PATHS_MAX = 200;

/** Names that a project of TypeScript gives to its own files, as patterns with a star; none where it names none. */
function tsConfig(source: string): Manifest | undefined {
  const options = record(record(parsed(source, (text) => parse(text)))['compilerOptions']);
  const { baseUrl, paths } = options;
  const base = typeof baseUrl === 'string' ? baseUrl : '.';
  const named = Object.entries(record(paths)).flatMap(([subpath, targets]) =>
    strings(targets).map((target) => ({ subpath, specifier: inFolder(base, target) })),
  );
  // Modules imported by a bare name may stand below the folder that names are seen from.
  const bare = typeof baseUrl === 'string' ? [{ subpath: '*', specifier: inFolder(base, '*') }] : [];
  const entries = [...named, ...bare].filter(
    ({ subpath, specifier }) => subpath.length + specifier.length <= 500,
  );
  return entries.length === 0 ? undefined : { name: 'tsconfig', entries: entries.slice(0, PATHS_MAX) };
}

const inFolder = (folder: string, target: string): string => `./${path.posix.join(folder, target)}`;

function parsed(source: string, read: (source: string) => unknown): unknown {
  try {
    return read(source);
  } catch {
    return undefined; // Broken, or nested too deep
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

// Sources first: a working tree often has no built file to point at.
const conditions = ['source', 'types', 'import', 'module', 'default', 'node', 'require'];
const entriesMax = 200;

/** Name and entry files of an npm package. */
function packageJson(source: string): Manifest | undefined {
  const manifest = record(parsed(source, JSON.parse));
  const { name } = manifest;
  if (typeof name !== 'string' || name === '' || name.length > 214) return undefined;
  const entries = [...exported(manifest['exports'])];
  for (const field of ['source', 'types', 'module', 'main']) {
    const file = manifest[field];
    if (typeof file === 'string') entries.push({ subpath: '.', specifier: relative(file) });
  }
  const isShort = ({ specifier }: { specifier: string }) => specifier.length <= 500;
  return { name, entries: entries.filter(isShort).slice(0, entriesMax) };
}

function* exported(exports: unknown): Generator<{ subpath: string; specifier: string }> {
  const entries = Object.entries(record(exports));
  const isMap = entries.some(([key]) => key.startsWith('.'));
  for (const [subpath, target] of isMap ? entries : [['.', exports] as const]) {
    // Declarations and code that runs: any one of them may be in the tree.
    for (const file of new Set(targetFiles(target, 0))) yield { subpath, specifier: relative(file) };
  }
}

function* targetFiles(target: unknown, depth: number): Generator<string> {
  if (typeof target === 'string') yield target;
  else if (depth <= 5)
    for (const condition of conditions) yield* targetFiles(record(target)[condition], depth + 1);
}

function relative(file: string): string {
  return file.startsWith('.') ? file : `./${file}`;
}

const readers: Record<string, (source: string) => Manifest | undefined> = {
  'package.json': packageJson,
  'tsconfig.json': tsConfig,
  'tsconfig.base.json': tsConfig,
  'jsconfig.json': tsConfig,
  'go.mod': (source) => nameOnly(/^module\s+"?([^\s"]+)/m.exec(source)?.[1]),
  'Cargo.toml': (source) => {
    const table = /^\[package\]([^[]*)/m.exec(source)?.[1] ?? '';
    return nameOnly(/^name[ \t]*=[ \t]*"([^"\n]+)"/m.exec(table)?.[1]?.replaceAll('-', '_'));
  },
};

/** Whether a file is a package manifest by its name. */
export function isManifest(filePath: string): boolean {
  return Object.hasOwn(readers, path.posix.basename(filePath));
}

/**
 * A package manifest as a file index: a module named like the package, importing the files it stands for.
 * So the name of a package resolves like any other, without anything about packages beside the index.
 * @returns undefined when the file is no manifest or names no package
 */
export function manifestIndex(filePath: string, source: string, contentHash: string): FileIndex | undefined {
  if (!isManifest(filePath)) return undefined;
  const manifest = readers[path.posix.basename(filePath)]?.(source);
  if (!manifest) return undefined;
  const references = manifest.entries.map(({ subpath, specifier }): ImportReference => ({
    kind: 'imports',
    from: filePath,
    specifier,
    names: [{ imported: '*', local: subpath }],
    line: 1,
  }));
  const symbol = {
    key: filePath,
    kind: 'module' as const,
    name: manifest.name,
    qualifiedName: filePath,
    className: null,
    parent: null,
    startLine: 1,
    endLine: source.split('\n').length,
    signature: filePath,
    doc: null,
    returns: null,
  };
  const { name: packageName } = manifest;
  return { ...emptyIndex(filePath, 'manifest', contentHash), packageName, symbols: [symbol], references };
}

function nameOnly(name: string | undefined): Manifest | undefined {
  return name === undefined ? undefined : { name, entries: [] };
}
