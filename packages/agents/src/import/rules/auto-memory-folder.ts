import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportMachine } from '../source.ts';

/** Where Claude Code keeps what it learnt about a project, in a folder named after the project's path. */
export async function autoMemoryFolder(
  { user, environment }: Pick<ImportMachine, 'user' | 'environment'>,
  root: string,
): Promise<{ folder: string; files: number } | undefined> {
  const home = environment['CLAUDE_CONFIG_DIR'] || join(user, '.claude');
  const folder = join(home, 'projects', root.replaceAll(/[^A-Za-z0-9]/gu, '-'), 'memory');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.md')).length;
  return files > 0 ? { folder, files } : undefined;
}
