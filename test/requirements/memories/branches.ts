import { under } from '../requirement.ts';

export const branches = under({
  'docs/specification.md#branches': {
    'branches.shown':
      'A memory that was stored on a branch says so wherever it is shown, and whether the branch is known not to be merged, or deleted without a merge.',
    'branches.merged':
      'A branch counts as merged by a merge, a fast-forward, a squash or a rebase, by patch ids or the number of its pull request; its memories hold for everybody from then on.',
    'branches.abandoned':
      'A branch that is deleted without a merge makes its memories an abandoned attempt; what is stored later on a branch of that name is of another one.',
    'branches.clones':
      'A branch that another clone may have is not abandoned; a clone that never had it knows its merge by the patches that were noted.',
    'branches.worktrees': 'All worktrees of a clone are one.',
    'branches.told':
      '`workspace-memory branches` tells the service what became of branches and says it; the stdio bridge and hooks do the same by themselves when a session starts.',
    'branches.routes':
      '`GET /api/v1/branches` lists what nobody has said the end of, `POST /api/v1/branches` says it.',
  },
});
