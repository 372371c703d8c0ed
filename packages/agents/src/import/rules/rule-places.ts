import { type MemoryType } from '@memory/contracts';
import { join, relative } from 'node:path';
import { findFiles } from '../files.ts';
import { type ImportMachine } from '../source.ts';
import { readdir } from 'node:fs/promises';

export interface RuleKind {
  tag: string;
  globs: readonly string[];
  type: MemoryType;
  importance?: number;
}

/** Files in which people tell agents what holds in a project, by the tool that reads them. The first that matches counts. */
export const RULE_KINDS: readonly RuleKind[] = [
  {
    tag: 'claude-rules',
    globs: ['**/CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/rules/**/*.md'],
    type: 'convention',
  },
  { tag: 'agents-md', globs: ['**/AGENTS.md', '**/AGENTS.override.md'], type: 'convention' },
  { tag: 'gemini-rules', globs: ['**/GEMINI.md'], type: 'convention' },
  {
    tag: 'cursor-rules',
    globs: ['.cursorrules', '**/.cursor/rules/**/*.{mdc,md}'],
    type: 'convention',
  },
  {
    tag: 'copilot-instructions',
    globs: ['.github/copilot-instructions.md', '.github/instructions/**/*.instructions.md'],
    type: 'convention',
  },
  { tag: 'windsurf-rules', globs: ['.windsurfrules', '.windsurf/rules/**/*.md'], type: 'convention' },
  { tag: 'cline-rules', globs: ['.clinerules', '.clinerules/**/*.md'], type: 'convention' },
  { tag: 'kiro-steering', globs: ['.kiro/steering/**/*.md'], type: 'convention' },
  { tag: 'agents-rules', globs: ['.agents/rules/**/*.md', 'CONVENTIONS.md'], type: 'convention' },
  {
    tag: 'memory-bank',
    globs: ['memory-bank/**/{activeContext,progress}.md'],
    type: 'general',
    // Work of the moment holds for a week.
    importance: 0.2,
  },
  {
    tag: 'memory-bank',
    globs: ['memory-bank/**/{systemPatterns,techContext}.md'],
    type: 'architecture',
  },
  { tag: 'memory-bank', globs: ['memory-bank/**/*.md'], type: 'general' },
  { tag: 'serena-memory', globs: ['.serena/memories/**/*.md'], type: 'discovery' },
];

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

export async function findOwnRules(machine: Places): Promise<string[]> {
  const found = await Promise.all(placesOf(machine).map(({ folder, globs }) => findFiles(folder, globs)));
  return found.flat();
}

/** The name of a file in the folder of own rules that it lies in; undefined when it lies in none. */
export function ownRuleName(machine: Places, file: string): string | undefined {
  for (const { folder, globs } of placesOf(machine)) {
    const name = relative(folder, file).replaceAll('\\', '/');
    if (globs.includes(name) || (/^rules\/[^/]+\.md$/u.test(name) && globs.includes('rules/*.md')))
      return name;
  }
  return undefined;
}

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
