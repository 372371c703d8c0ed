import path from 'node:path';
import type { FileIndex, ImportReference } from '../file-index.ts';
import type { Manifest } from './manifest.ts';
import { packageJson } from './package-json.ts';
import { tsConfig } from './ts-config.ts';

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
  return {
    path: filePath,
    language: 'manifest',
    contentHash,
    packageName: manifest.name,
    partial: false,
    symbols: [symbol],
    references,
    localCalls: 0,
  };
}

function nameOnly(name: string | undefined): Manifest | undefined {
  return name === undefined ? undefined : { name, entries: [] };
}
