import type { Manifest } from './manifest.ts';

// Sources first: a working tree often has no built file to point at.
const conditions = ['source', 'types', 'import', 'module', 'default', 'node', 'require'];
const conditionsOfCode = conditions.filter((condition) => condition !== 'types');
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
    // Both what declares it and what is run.
    const files = [targetFile(target, conditions, 0), targetFile(target, conditionsOfCode, 0)];
    for (const file of new Set(files)) if (file !== undefined) yield { subpath, specifier: relative(file) };
  }
}

function targetFile(target: unknown, among: readonly string[], depth: number): string | undefined {
  if (typeof target === 'string') return target;
  if (!isRecord(target) || depth > 5) return undefined;
  for (const condition of among) {
    const file = targetFile(target[condition], among, depth + 1);
    if (file !== undefined) return file;
  }
  return undefined;
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
