import type { Manifest } from './manifest.ts';

// Sources first: a working tree often has no built file to point at.
const conditions = ['source', 'types', 'import', 'module', 'default', 'node', 'require'];
const entriesMax = 200;

/** Name and entry files of an npm package. */
export function packageJson(source: string): Manifest | undefined {
  const manifest = parsed(source);
  const name = manifest?.['name'];
  if (!manifest || typeof name !== 'string' || name === '' || name.length > 214) return undefined;
  const entries = [...exported(manifest['exports'])];
  for (const field of ['source', 'types', 'module', 'main']) {
    const file = manifest[field];
    if (typeof file === 'string') entries.push({ subpath: '.', specifier: relative(file) });
  }
  const isShort = ({ specifier }: { specifier: string }) => specifier.length <= 500;
  return { name, entries: entries.filter(isShort).slice(0, entriesMax) };
}

function* exported(exports: unknown): Generator<{ subpath: string; specifier: string }> {
  const isMap = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  for (const [subpath, target] of isMap ? Object.entries(exports) : [['.', exports] as const]) {
    // What declares it and what is run: any one of them may be in the tree.
    for (const file of new Set(targetFiles(target, 0))) yield { subpath, specifier: relative(file) };
  }
}

function* targetFiles(target: unknown, depth: number): Generator<string> {
  if (typeof target === 'string') yield target;
  else if (isRecord(target) && depth <= 5)
    for (const condition of conditions) yield* targetFiles(target[condition], depth + 1);
}

function parsed(source: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // A broken manifest names no package
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function relative(file: string): string {
  return file.startsWith('.') ? file : `./${file}`;
}
