import type { MemoryType } from '@memory/contracts';

export interface RuleKind {
  /** For reports and tags. */
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
    // What is being done at the moment holds for a week.
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
