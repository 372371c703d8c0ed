import { join, relative } from 'node:path';
import { findFiles } from '../find-files.ts';
import type { ImportMachine } from '../source.ts';

type Places = Pick<ImportMachine, 'user' | 'environment' | 'config'>;

/** Folders in which agents look for rules that hold whatever the project is, and what those files are called. */
const placesOf = ({ user, environment, config }: Places): { folder: string; globs: readonly string[] }[] => [
  {
    folder: environment['CLAUDE_CONFIG_DIR'] || join(user, '.claude'),
    globs: ['CLAUDE.md', 'rules/*.md'],
  },
  {
    folder: environment['CODEX_HOME'] || join(user, '.codex'),
    globs: ['AGENTS.md', 'AGENTS.override.md'],
  },
  { folder: join(user, '.gemini'), globs: ['GEMINI.md'] },
  { folder: join(config, 'opencode'), globs: ['AGENTS.md'] },
];

/** The rules that the user gave agents for every project. */
export async function findOwnRules(machine: Places): Promise<string[]> {
  const found = await Promise.all(placesOf(machine).map(({ folder, globs }) => findFiles(folder, globs)));
  return found.flat();
}

/** What a file is called in the folder of own rules that it lies in; undefined when it lies in none. */
export function ownRuleName(machine: Places, file: string): string | undefined {
  for (const { folder, globs } of placesOf(machine)) {
    const name = relative(folder, file).replaceAll('\\', '/');
    if (globs.includes(name) || (/^rules\/[^/]+\.md$/u.test(name) && globs.includes('rules/*.md')))
      return name;
  }
  return undefined;
}
