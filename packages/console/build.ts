/** Builds the console into `dist`, unless what is there was made of the same sources. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const PACKAGES = join(HERE, '..');
const STAMP = join(HERE, 'dist/built-from');

const SOURCES = [
  'console/{index.html,vite.config.ts,package.json}',
  'console/{public,src}/**/*',
  '{client,contracts}/src/**/*.ts',
  'text/src/{printable,without-end}.ts',
];

export async function buildConsole(): Promise<boolean> {
  const made = fingerprint();
  if (read(STAMP) === made) return false;
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await build({ configFile: join(HERE, 'vite.config.ts'), mode: 'production' });
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  writeFileSync(STAMP, made);
  return true;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const entries = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: PACKAGES, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file.slice(PACKAGES.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === import.meta.filename) await buildConsole();
