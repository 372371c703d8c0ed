import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|vendor|target|\.venv)(?:\/|$)/u;

/** Files of a tree by extension, with forward slashes, sorted; dependencies are left out. */
export async function filesOf(root: string, extensions: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const pattern = `**/*.{${extensions.join(',')},}`;
  for await (const file of glob(pattern, { cwd: root, exclude: (name) => LEFT_OUT.test(name) }))
    if (extensions.includes(path.extname(file).slice(1))) found.push(file.split(path.sep).join('/'));
  return found.filter((file) => !LEFT_OUT.test(file)).sort();
}

/** The text of a file of the tree. */
export async function textOf(root: string, file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}
