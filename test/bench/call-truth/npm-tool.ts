import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The `node_modules` that hold these packages, which are installed there when they are first asked for. */
export async function npmTool(...packages: string[]): Promise<string> {
  const name = packages.join('+').replaceAll(/[^\w.+@-]/gu, '-');
  const folder = path.join(tmpdir(), 'workspace-memory-truth', name);
  const modules = path.join(folder, 'node_modules');
  if (await stat(path.join(folder, 'ready')).catch(() => null)) return modules;
  await mkdir(path.join(folder, 'ready'), { recursive: true });
  const install = ['install', '--no-save', '--ignore-scripts', '--prefix', folder, ...packages];
  await promisify(execFile)('npm', install);
  return modules;
}
