import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offeredBy } from './add-exports.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Holds the limits. `npm run size` writes it, and nobody by hand. */
export const SIZES_FILE = join(ROOT, 'test/sizes.json');

/** Counts or limits of a folder: lines and files of code, and of a package the names that it offers. */
interface Size {
  lines: number;
  files: number;
  exports?: number;
}

/** By folder: a package, `functions`, `infra`, or a folder of `test`. */
export type Sizes = Record<string, Size>;

/** A limit is the next multiple of this, so that a few lines more are no event. */
const STEPS: Required<Size> = { lines: 100, files: 5, exports: 5 };

const FOLDER = /^(?:functions|infra|packages\/[^/]+|test(?:\/(?!fixtures\/)[^/]+)?)(?=\/)/u;
const CODE = /\.(?:[cm]?[jt]sx?|css|sql)$/u;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

function countExports(folder: string): { exports?: number } {
  const manifest = join(folder, 'package.json');
  if (!existsSync(join(ROOT, manifest))) return {};
  const { exports = {} } = JSON.parse(read(manifest)) as { exports?: Record<string, string> };
  const entries = Object.values(exports).filter((entry) => /\.tsx?$/u.test(entry));
  return { exports: entries.flatMap((entry) => offeredBy(join(ROOT, folder, entry))).length };
}

/** Counts the files that git knows. */
export function countSizes(): Sizes {
  const sizes: Sizes = {};
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of tracked) {
    const [folder] = FOLDER.exec(file) ?? [];
    if (folder === undefined || !CODE.test(file) || !existsSync(join(ROOT, file))) continue;
    const size = (sizes[folder] ??= { lines: 0, files: 0, ...countExports(folder) });
    size.lines += read(file).split('\n').length - 1;
    size.files += 1;
  }
  return sizes;
}

export interface Raise {
  folder: string;
  kind: keyof Size;
  from: number;
  to: number;
}

/** Limits that hold for a count: never above those of before, but where the count is. */
export function limitsFor(counted: Sizes, before: Sizes): { limits: Sizes; raises: Raise[] } {
  const raises: Raise[] = [];
  const limits = Object.entries(counted).map(([folder, size]): [string, Size] => {
    const kinds = Object.entries(size) as [keyof Size, number][];
    const limit = kinds.map(([kind, count]) => {
      const from = before[folder]?.[kind] ?? 0;
      const wanted = Math.ceil(count / STEPS[kind]) * STEPS[kind];
      if (count > from) raises.push({ folder, kind, from, to: wanted });
      return [kind, count > from ? wanted : Math.min(from, wanted)];
    });
    return [folder, Object.fromEntries(limit) as Size];
  });
  return { limits: Object.fromEntries(limits), raises };
}
