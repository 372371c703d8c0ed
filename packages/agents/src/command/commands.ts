import type { Command } from 'commander';

interface CommandRow {
  name: string;
  /** For the list of commands. */
  summary: string;
  load(): Promise<Command>;
}

/** Every command; each is loaded when it is called, since some bring half of the service along. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'up',
    summary: 'Start your service, or find it running.',
    load: async () => (await import('../service/up-command.ts')).upCommand(),
  },
  {
    name: 'down',
    summary: 'Stop your service.',
    load: async () => (await import('../service/down-command.ts')).downCommand(),
  },
  {
    name: 'console',
    summary: 'Look at your memory in a browser.',
    load: async () => (await import('../service/console-command.ts')).consoleCommand(),
  },
  {
    name: 'status',
    summary: 'Say in one line whether all is well.',
    load: async () => (await import('../service/status-command.ts')).statusCommand(),
  },
  {
    name: 'setup',
    summary: 'Connect the coding agents on this machine.',
    load: async () => (await import('../setup/setup-command.ts')).setupCommand(),
  },
  {
    name: 'doctor',
    summary: 'Look at service, spool and agents; say what helps.',
    load: async () => (await import('../doctor/doctor-command.ts')).doctorCommand(),
  },
  {
    name: 'mcp',
    summary: 'Offer the tools over stdio.',
    load: async () => (await import('../bridge/mcp-command.ts')).mcpCommand(),
  },
  {
    name: 'ingest',
    summary: 'Ingest documents; again, only what changed is written.',
    load: async () => (await import('../ingest/ingest-command.ts')).ingestCommand(),
  },
  {
    name: 'index',
    summary: 'Index the symbols and calls of a working tree.',
    load: async () => (await import('../code-index/index-command.ts')).indexCommand(),
  },
  {
    name: 'check',
    summary: 'Say what is remembered that a change touches.',
    load: async () => (await import('../check/check-command.ts')).checkCommand(),
  },
  {
    name: 'why',
    summary: 'Say which decisions and incidents are behind a piece of code.',
    load: async () => (await import('../check/why-command.ts')).whyCommand(),
  },
  {
    name: 'resume',
    summary: 'Say what earlier sessions of this project left open, and for how long.',
    load: async () => (await import('./commands/resume-command.ts')).resumeCommand(),
  },
  {
    name: 'branches',
    summary: 'Say which branches of a repository are merged or gone, and mark what is remembered of them.',
    load: async () => (await import('../branches/branches-command.ts')).branchesCommand(),
  },
  {
    name: 'export',
    summary: 'Write all that the workspace holds to a file, or to Markdown.',
    load: async () => (await import('./commands/export-command.ts')).exportCommand(),
  },
  {
    name: 'import',
    summary: 'Import what other tools remembered: rules, transcripts, Git history, other memories.',
    load: async () => (await import('../import/import-command.ts')).importCommand(),
  },
  {
    name: 'forget',
    summary: 'Forget memories for good, wherever something of them stands.',
    load: async () => (await import('../forget/forget-command.ts')).forgetCommand(),
  },
  {
    name: 'sync',
    summary: 'Share memories through git, without a server.',
    load: async () => (await import('../sync/sync-command.ts')).syncCommand(),
  },
  {
    name: 'admin',
    summary: 'Operate a service: workspaces, keys, jobs.',
    load: async () => (await import('../operator/admin-command.ts')).adminCommand(),
  },
  {
    name: 'documents',
    summary: 'List and delete what was ingested.',
    load: async () => (await import('./commands/documents-command.ts')).documentsCommand(),
  },
  {
    name: 'repositories',
    summary: 'List and delete what was indexed.',
    load: async () => (await import('./commands/repositories-command.ts')).repositoriesCommand(),
  },
  {
    name: 'glossary',
    summary: 'Say which words mean the same, for searches.',
    load: async () => (await import('./commands/glossary-command.ts')).glossaryCommand(),
  },
  {
    name: 'grounds',
    summary: 'See and settle what is remembered of code that has changed.',
    load: async () => (await import('./commands/grounds-command.ts')).groundsCommand(),
  },
  {
    name: 'contradictions',
    summary: 'See and settle what contradicts.',
    load: async () => (await import('./commands/contradictions-command.ts')).contradictionsCommand(),
  },
  {
    name: 'demo',
    summary: 'Import a folder of documents into a workspace of its own and search it three times.',
    load: async () => (await import('./commands/demo-command.ts')).demoCommand(),
  },
];
