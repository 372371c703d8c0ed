import type { Requirement } from './requirement.ts';

/** Memories of other tools. */
export const imports = {
  'import.sources': {
    section: 'docs/specification.md#imports',
    text: 'Rules files, MCP memory, beads, decision records, Git history, claude-mem, basic-memory, mcp-memory-service, mem0 and pull requests become memories.',
  },
  'import.again': {
    section: 'docs/specification.md#imports',
    text: 'What was imported is known by its external id: importing it again writes nothing.',
  },
  'import.broken': {
    section: 'docs/specification.md#imports',
    text: 'What cannot be read is told with its place and passed over; the rest is imported.',
  },
  'import.provenance': {
    section: 'docs/specification.md#imports',
    text: 'What is imported keeps its own date, author, files, project, branch and commit.',
  },
  'import.dry-run': {
    section: 'docs/specification.md#imports',
    text: 'A dry run tells what would become of each record, with a sample, and writes nothing.',
  },
  'import.changed': {
    section: 'docs/specification.md#imports',
    text: 'What changed where it comes from is updated in place; what was changed here since is kept.',
  },
  'import.forgotten': {
    section: 'docs/specification.md#imports',
    text: 'What was forgotten on purpose does not come back by an import.',
  },
  'import.undo': {
    section: 'docs/specification.md#imports',
    text: 'An import is taken back as one, its sessions and what was drawn from them included; a new import brings them again.',
  },
  'import.of-project': {
    section: 'docs/specification.md#imports',
    text: 'What a tool remembered of other projects is counted and left out, unless `--all` asks for it.',
  },
  'import.judged-alone': {
    section: 'docs/specification.md#imports',
    text: 'Each record of a request is judged on its own; a bad one is told by its place and refuses no other.',
  },
  'import.sessions': {
    section: 'docs/specification.md#imports',
    text: 'Transcripts of Claude Code and rollouts of Codex become sessions with their own times, once, without secrets, thoughts and what the agent itself put there; what is drawn from them is as old as they are.',
  },
  'import.offered': {
    section: 'docs/specification.md#imports',
    text: 'At its end `setup` offers what it finds of this project and the rules of the user, asks for each, and imports nothing unasked; `--import` is the answer where nobody can be asked.',
  },
  'import.hostile': {
    section: 'docs/specification.md#imports',
    text: 'Links, binary files, other encodings, nested folders, empty files and lines without end are passed over or read, and end no import.',
  },
} as const satisfies Record<string, Requirement>;
