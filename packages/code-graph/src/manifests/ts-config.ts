import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { Manifest } from './manifest.ts';

const entriesMax = 200;

/** Names that a project of TypeScript gives to its own files, as patterns with a star; none where it names none. */
export function tsConfig(source: string): Manifest | undefined {
  const options = record(record(parsed(source))['compilerOptions']);
  const { baseUrl, paths } = options;
  const base = typeof baseUrl === 'string' ? baseUrl : '.';
  const named = Object.entries(record(paths)).flatMap(([subpath, targets]) =>
    strings(targets).map((target) => ({ subpath, specifier: inFolder(base, target) })),
  );
  // What is imported by a bare name may stand below the folder that names are seen from.
  const bare = typeof baseUrl === 'string' ? [{ subpath: '*', specifier: inFolder(base, '*') }] : [];
  const entries = [...named, ...bare].filter(
    ({ subpath, specifier }) => subpath.length + specifier.length <= 500,
  );
  return entries.length === 0 ? undefined : { name: 'tsconfig', entries: entries.slice(0, entriesMax) };
}

const inFolder = (folder: string, target: string): string => `./${path.posix.join(folder, target)}`;

function parsed(source: string): unknown {
  try {
    return parse(source);
  } catch {
    return undefined; // Nested too deep
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
