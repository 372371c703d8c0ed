import { homedir } from 'node:os';
import { join } from 'node:path';
import { OriginFinder, tellForeign } from '../tree/find-origin.ts';
import type { ImportSource, ImportMachine } from './source.ts';

interface SourceRow {
  id: string;
  /** For the help. */
  summary: string;
  load(): Promise<ImportSource>;
}

/** Every source; each is loaded when it is read, since some bring a parser along. */
export const SOURCES: readonly SourceRow[] = [
  {
    id: 'rules',
    summary:
      'CLAUDE.md, AGENTS.md, rules of Cursor, Copilot, Cline and others, memory banks, Claude’s own memory',
    load: async () => (await import('./rules/rules.ts')).rules,
  },
  {
    id: 'mcp-memory',
    summary: 'the reference MCP memory server (memory.jsonl)',
    load: async () => (await import('./sources/mcp-memory.ts')).mcpMemory,
  },
  {
    id: 'beads',
    summary: 'issues of beads (.beads/issues.jsonl)',
    load: async () => (await import('./sources/beads.ts')).beads,
  },
  {
    id: 'claude-code',
    summary: 'transcripts of Claude Code',
    load: async () => (await import('./transcripts/claude-code.ts')).claudeCode,
  },
  {
    id: 'codex',
    summary: 'rollouts of Codex',
    load: async () => (await import('./transcripts/codex.ts')).codex,
  },
  {
    id: 'git',
    summary: 'what the history of a repository decided, took back, broke and mended',
    load: async () => (await import('./git/git-history.ts')).gitHistory,
  },
  {
    id: 'adr',
    summary: 'architecture decision records, with the options that were not chosen',
    load: async () => (await import('./adr/adr.ts')).adr,
  },
  {
    id: 'claude-mem',
    summary: 'claude-mem (claude-mem.db, or its export)',
    load: async () => (await import('./sources/claude-mem.ts')).claudeMem,
  },
  {
    id: 'basic-memory',
    summary: 'notes of basic-memory',
    load: async () => (await import('./sources/basic-memory.ts')).basicMemory,
  },
  {
    id: 'mcp-memory-service',
    summary: 'doobidoo’s mcp-memory-service (sqlite_vec.db, or its export)',
    load: async () => (await import('./sources/mcp-memory-service.ts')).mcpMemoryService,
  },
  {
    id: 'mem0',
    summary: 'mem0 (history.db, or an export of the platform)',
    load: async () => (await import('./sources/mem0.ts')).mem0,
  },
  {
    id: 'github',
    summary: 'merged pull requests, by the `gh` of yours',
    load: async () => (await import('./sources/pull-requests.ts')).pullRequests,
  },
];

export const isSource = (id: string): boolean => SOURCES.some((source) => source.id === id);

/** @throws for a word that names none */
export async function loadSource(id: string): Promise<ImportSource> {
  const row = SOURCES.find((source) => source.id === id);
  if (!row)
    throw new Error(
      `There is no source and no file ${id}. Known: ${SOURCES.map((source) => source.id).join(', ')}.`,
    );
  return row.load();
}

export function thisMachine(cwd = process.cwd(), { takesAll = false } = {}): ImportMachine {
  const { platform, env: environment } = process;
  const user = environment['HOME'] || homedir();
  const { config, data } = foldersOf(platform, user, environment);
  return {
    user,
    config,
    data,
    cwd,
    platform,
    environment,
    finder: new OriginFinder({ cwd, onForeign: tellForeign }),
    takesAll,
  };
}

function foldersOf(platform: NodeJS.Platform, user: string, environment: NodeJS.ProcessEnv) {
  if (platform === 'win32')
    return {
      config: environment['APPDATA'] || join(user, 'AppData', 'Roaming'),
      data: environment['LOCALAPPDATA'] || join(user, 'AppData', 'Local'),
    };
  if (platform === 'darwin') {
    const support = join(user, 'Library', 'Application Support');
    return { config: support, data: support };
  }
  return {
    config: environment['XDG_CONFIG_HOME'] || join(user, '.config'),
    data: environment['XDG_DATA_HOME'] || join(user, '.local', 'share'),
  };
}
