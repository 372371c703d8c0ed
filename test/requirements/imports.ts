import { under } from './requirement.ts';

/** Memories of other tools. */
export const imports = under({
  'docs/specification.md#imports': {
    'import.sources':
      'Rules files, MCP memory, beads, decision records, Git history, claude-mem, basic-memory, mcp-memory-service, mem0 and pull requests become memories.',
    'import.again': 'What was imported is known by its external id: importing it again writes nothing.',
    'import.broken': 'What cannot be read is told with its place and passed over; the rest is imported.',
    'import.provenance': 'What is imported keeps its own date, author, files, project, branch and commit.',
    'import.dry-run': 'A dry run tells what would become of each record, with a sample, and writes nothing.',
    'import.changed':
      'What changed where it comes from is updated in place; what was changed here since is kept.',
    'import.forgotten': 'What was forgotten on purpose does not come back by an import.',
    'import.undo':
      'An import is taken back as one, its sessions and what was drawn from them included; a new import brings them again.',
    'import.of-project':
      'What a tool remembered of other projects is counted and left out, unless `--all` asks for it.',
    'import.judged-alone':
      'Each record of a request is judged on its own; a bad one is told by its place and refuses no other.',
    'import.sessions':
      'Transcripts of Claude Code and rollouts of Codex become sessions with their own times, once, without secrets, thoughts and what the agent itself put there; what is drawn from them is as old as they are.',
    'import.offered':
      'At its end `setup` offers what it finds of this project and the rules of the user, asks for each, and imports nothing unasked; `--import` is the answer where nobody can be asked.',
    'import.hostile':
      'Links, binary files, other encodings, nested folders, empty files and lines without end are passed over or read, and end no import.',
  },
});
