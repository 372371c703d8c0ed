import { under } from './requirement.ts';

/** Sharing through git, without a server. */
export const sync = under({
  'docs/sync.md#how-it-merges': {
    'sync.converges':
      'Replicas that have met end with the same bytes and the same memories, in whatever order they meet and however wrong their clocks are.',
    'sync.loses-nothing': 'No memory that was stored is lost, and no edit by one that had not seen it.',
    'sync.deleted-stays': 'What was deleted and not brought back is nowhere, whoever edited it meanwhile.',
  },
  'docs/sync.md#forgetting': {
    'sync.forgotten-stays': 'What was forgotten comes back by no sync, and stands in no file of a snapshot.',
    'sync.forgotten-leaves':
      'After forgetting and a sync nothing of it is on the ref, after a sync of theirs nothing in the databases of others, and after git has collected its garbage nothing in any object.',
  },
  'docs/sync.md#in-git': {
    'sync.git':
      'Two clones exchange memories, fields that each changed and declared relationships over a ref without history; no branch, index, work tree, hook or setting of the clone changes.',
    'sync.everywhere':
      'It works offline, without a remote, in linked worktrees, in shallow and in bare clones, and without a name set for git.',
    'sync.race': 'Of two that push at once both arrive.',
  },
  'docs/sync.md#secrets': {
    'sync.secrets':
      'Secrets that a database holds block the push and are named by memory, field and kind; those that others pushed are replaced.',
  },
  'docs/sync.md#what-others-may-have-written': {
    'sync.strangers':
      'What is no snapshot of ours, or of a later release, is told and left alone; lines and files that are none of ours are passed over.',
  },
  'docs/sync.md#taking-it-back': {
    'sync.undo': 'What a sync wrote is one batch, and is taken back as one.',
    'sync.guard':
      'A sync that would delete more than half, here or for others, asks for --force; --rejoin gets back what is missing.',
  },
  'docs/sync.md#in-a-folder': {
    'sync.folder':
      'A folder holds the same files as the ref, repairs what others left half written, and is written through no link.',
  },
  'docs/sync.md#sharing-through-git': {
    'sync.unchanged':
      'A sync reads neither side while both are as they were at the last one that received nothing; whatever changes of what is synced, here or there, or which memories are meant, is noticed.',
  },
  'docs/sync.md#the-command': {
    'sync.command':
      '`workspace-memory sync` says what was sent and received, changes nothing with --dry-run, and leaves memories of other projects where they are.',
  },
});
