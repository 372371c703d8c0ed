import { homedir } from 'node:os';
import { join } from 'node:path';
import { OriginFinder, tellForeign } from '../tree/find-origin.ts';
import type { ImportSource, ImportMachine } from './source.ts';

interface SourceRow {
  summary: string;
  load(): Promise<ImportSource>;
}

/** Every source by its id; each is loaded when it is read, since some bring a parser along. */
export const SOURCES: Readonly<Record<string, SourceRow>> = {
  rules: {
    summary:
      'CLAUDE.md, AGENTS.md, rules of Cursor, Copilot, Cline and others, memory banks, Claude’s own memory',
    load: async () => (await import('./rules/rules.ts')).rules,
  },
  'mcp-memory': {
    summary: 'the reference MCP memory server (memory.jsonl)',
    load: async () => (await import('./sources/mcp-memory.ts')).mcpMemory,
  },
  beads: {
    summary: 'issues of beads (.beads/issues.jsonl)',
    load: async () => (await import('./sources/beads.ts')).beads,
  },
  'claude-code': {
    summary: 'transcripts of Claude Code',
    load: async () => (await import('./transcripts/claude-code.ts')).claudeCode,
  },
  codex: {
    summary: 'rollouts of Codex',
    load: async () => (await import('./transcripts/codex.ts')).codex,
  },
  git: {
    summary: 'what the history of a repository decided, took back, broke and mended',
    load: async () => (await import('./git/git-history.ts')).gitHistory,
  },
  adr: {
    summary: 'architecture decision records, with the options that were not chosen',
    load: async () => (await import('./adr/adr.ts')).adr,
  },
  'claude-mem': {
    summary: 'claude-mem (claude-mem.db, or its export)',
    load: async () => (await import('./sources/claude-mem.ts')).claudeMem,
  },
  'basic-memory': {
    summary: 'notes of basic-memory',
    load: async () => (await import('./sources/basic-memory.ts')).basicMemory,
  },
  'mcp-memory-service': {
    summary: 'doobidoo’s mcp-memory-service (sqlite_vec.db, or its export)',
    load: async () => (await import('./sources/mcp-memory-service.ts')).mcpMemoryService,
  },
  mem0: {
    summary: 'mem0 (history.db, or an export of the platform)',
    load: async () => (await import('./sources/mem0.ts')).mem0,
  },
  github: {
    summary: 'merged pull requests, by the `gh` of yours',
    load: async () => (await import('./sources/pull-requests.ts')).pullRequests,
  },
};

export const isSource = (id: string): boolean => Object.hasOwn(SOURCES, id);

/** @throws for a word that names none */
export async function loadSource(id: string): Promise<ImportSource> {
  const row = isSource(id) ? SOURCES[id] : undefined;
  if (!row)
    throw new Error(`There is no source and no file ${id}. Known: ${Object.keys(SOURCES).join(', ')}.`);
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
