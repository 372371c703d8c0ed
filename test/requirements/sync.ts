import type { Requirement } from './requirement.ts';

/** Sharing through git, without a server. */
export const sync = {
  'sync.converges': {
    section: 'docs/sync.md#how-it-merges',
    text: 'Replicas that have met end with the same bytes and the same memories, in whatever order they meet and however wrong their clocks are.',
  },
  'sync.loses-nothing': {
    section: 'docs/sync.md#how-it-merges',
    text: 'No memory that was stored is lost, and no edit by one that had not seen it.',
  },
  'sync.deleted-stays': {
    section: 'docs/sync.md#how-it-merges',
    text: 'What was deleted and not brought back is nowhere, whoever edited it meanwhile.',
  },
  'sync.forgotten-stays': {
    section: 'docs/sync.md#forgetting',
    text: 'What was forgotten comes back by no sync, and stands in no file of a snapshot.',
  },
  'sync.forgotten-leaves': {
    section: 'docs/sync.md#forgetting',
    text: 'After forgetting and a sync nothing of it is on the ref, after a sync of theirs nothing in the databases of others, and after git has collected its garbage nothing in any object.',
  },
  'sync.git': {
    section: 'docs/sync.md#in-git',
    text: 'Two clones exchange memories, fields that each changed and declared relationships over a ref without history; no branch, index, work tree, hook or setting of the clone changes.',
  },
  'sync.everywhere': {
    section: 'docs/sync.md#in-git',
    text: 'It works offline, without a remote, in linked worktrees, in shallow and in bare clones, and without a name set for git.',
  },
  'sync.race': {
    section: 'docs/sync.md#in-git',
    text: 'Of two that push at once both arrive.',
  },
  'sync.secrets': {
    section: 'docs/sync.md#secrets',
    text: 'Secrets that a database holds block the push and are named by memory, field and kind; those that others pushed are replaced.',
  },
  'sync.strangers': {
    section: 'docs/sync.md#what-others-may-have-written',
    text: 'What is no snapshot of ours, or of a later release, is told and left alone; lines and files that are none of ours are passed over.',
  },
  'sync.undo': {
    section: 'docs/sync.md#taking-it-back',
    text: 'What a sync wrote is one batch, and is taken back as one.',
  },
  'sync.guard': {
    section: 'docs/sync.md#taking-it-back',
    text: 'A sync that would delete more than half, here or for others, asks for --force; --rejoin gets back what is missing.',
  },
  'sync.folder': {
    section: 'docs/sync.md#in-a-folder',
    text: 'A folder holds the same files as the ref, repairs what others left half written, and is written through no link.',
  },
  'sync.unchanged': {
    section: 'docs/sync.md#sharing-through-git',
    text: 'A sync reads neither side while both are as they were at the last one that received nothing; whatever changes of what is synced, here or there, or which memories are meant, is noticed.',
  },
  'sync.command': {
    section: 'docs/sync.md#the-command',
    text: '`workspace-memory sync` says what was sent and received, changes nothing with --dry-run, and leaves memories of other projects where they are.',
  },
} as const satisfies Record<string, Requirement>;
