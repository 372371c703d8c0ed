import type { Command } from 'commander';

interface CommandRow {
  /** A name that it had before. */
  alias?: string;
  summary: string;
  load(): Promise<Command>;
}

/** Groups of commands by name, as help lists them, each with an example; a command is loaded when it is called, since some bring half of the service along. */
export const GROUPS: readonly {
  title: string;
  example: string;
  commands: Readonly<Record<string, CommandRow>>;
}[] = [
  {
    title: 'Start',
    example: 'setup',
    commands: {
      setup: {
        summary: 'Connect the coding agents on this machine.',
        load: async () => (await import('../setup/setup-command.ts')).setupCommand(),
      },
      up: {
        summary: 'Start your service, or find it running.',
        load: async () => (await import('../service/start-commands.ts')).upCommand(),
      },
      down: {
        summary: 'Stop your service; what it keeps stays.',
        load: async () => (await import('../service/down-command.ts')).downCommand(),
      },
      status: {
        summary: 'Tell whether the service runs, and what agents do.',
        load: async () => (await import('../service/status-command.ts')).statusCommand(),
      },
      doctor: {
        summary: 'Examine service, spool and agents; say what helps.',
        load: async () => (await import('../doctor/doctor-command.ts')).doctorCommand(),
      },
      completion: {
        summary: 'Print the completions of a shell: bash, zsh, fish, powershell.',
        load: async () => (await import('./completion-command.ts')).completionCommand(),
      },
    },
  },
  {
    title: 'Look things up',
    example: 'search why no redis',
    commands: {
      search: {
        summary: 'Search what is remembered; without a question, as you type.',
        load: async () => (await import('../look/look-commands.ts')).searchCommand(),
      },
      show: {
        summary: 'Show one memory whole.',
        load: async () => (await import('../look/look-commands.ts')).showCommand(),
      },
      recent: {
        summary: 'List what was stored in the last days.',
        load: async () => (await import('../look/look-commands.ts')).recentCommand(),
      },
      timeline: {
        summary: 'Tell how a subject came about, oldest first.',
        load: async () => (await import('../look/look-commands.ts')).timelineCommand(),
      },
      sessions: {
        summary: 'List sessions: what was asked, and what came of it.',
        load: async () => (await import('../look/session-commands.ts')).sessionsCommand(),
      },
      stats: {
        summary: 'Tell what was told, used, outdated and asked in vain.',
        load: async () => (await import('../look/session-commands.ts')).statsCommand(),
      },
      resume: {
        summary: 'Tell what earlier sessions of this project left open.',
        load: async () => (await import('../look/session-commands.ts')).resumeCommand(),
      },
      why: {
        summary: 'Tell which decisions and incidents are behind a piece of code.',
        load: async () => (await import('../check/why-command.ts')).whyCommand(),
      },
      check: {
        summary: 'Tell what is remembered that a change touches.',
        load: async () => (await import('../check/check-command.ts')).checkCommand(),
      },
      console: {
        summary: 'Look at your memory in a browser.',
        load: async () => (await import('../service/start-commands.ts')).consoleCommand(),
      },
    },
  },
  {
    title: 'Bring in',
    example: 'ingest docs/',
    commands: {
      add: {
        summary: 'Keep a memory.',
        load: async () => (await import('../look/look-commands.ts')).addCommand(),
      },
      ingest: {
        summary: 'Ingest documents; again, only what changed is written.',
        load: async () => (await import('../ingest/ingest-command.ts')).ingestCommand(),
      },
      index: {
        summary: 'Index the symbols and calls of a working tree.',
        load: async () => (await import('../code-index/index-command.ts')).indexCommand(),
      },
      import: {
        summary: 'Import rules, transcripts, Git history or the memories of other tools.',
        load: async () => (await import('../import/import-command.ts')).importCommand(),
      },
      demo: {
        summary: 'Ingest a folder into a workspace of its own, and search it.',
        load: async () => (await import('./commands/demo-command.ts')).demoCommand(),
      },
    },
  },
  {
    title: 'Keep right',
    example: 'outdated',
    commands: {
      outdated: {
        alias: 'grounds',
        summary: 'Settle memories whose code has changed.',
        load: async () => (await import('./commands/settle-commands.ts')).outdatedCommand(),
      },
      contradictions: {
        summary: 'Settle memories that contradict each other.',
        load: async () => (await import('./commands/settle-commands.ts')).contradictionsCommand(),
      },
      branches: {
        summary: 'Mark what is remembered of branches that are merged or gone.',
        load: async () => (await import('../branches/branches-command.ts')).branchesCommand(),
      },
      glossary: {
        summary: 'Say which words mean the same, for searches.',
        load: async () => (await import('./commands/glossary-command.ts')).glossaryCommand(),
      },
      documents: {
        summary: 'List and delete what was ingested.',
        load: async () => (await import('./commands/documents-command.ts')).documentsCommand(),
      },
      repositories: {
        summary: 'List and delete what was indexed.',
        load: async () => (await import('./commands/repositories-command.ts')).repositoriesCommand(),
      },
      forget: {
        summary: 'Forget memories for good, wherever something of them stands.',
        load: async () => (await import('../forget/forget-command.ts')).forgetCommand(),
      },
    },
  },
  {
    title: 'Share',
    example: 'sync',
    commands: {
      sync: {
        summary: 'Share memories through Git, without a server.',
        load: async () => (await import('../sync/sync-command.ts')).syncCommand(),
      },
      export: {
        summary: 'Write all that the workspace holds to a file, or to Markdown.',
        load: async () => (await import('./commands/export-command.ts')).exportCommand(),
      },
    },
  },
  {
    title: 'Operate',
    example: 'admin jobs',
    commands: {
      mcp: {
        summary: 'Offer the tools over stdio, for an agent.',
        load: async () => (await import('../bridge/mcp-command.ts')).mcpCommand(),
      },
      admin: {
        summary: 'Operate a service: workspaces, keys, jobs.',
        load: async () => (await import('../operator/admin-command.ts')).adminCommand(),
      },
    },
  },
];
