import { under } from '../requirement.ts';

/** Contradictions and their settlements; words that mean the same. */
export const contradictions = under({
  'docs/specification.md#contradictions': {
    'contradictions.list':
      '`GET /api/v1/contradictions` lists pairs of which perhaps only one holds: what a model calls contradictory, and a later one that looks like a new version.',
    'contradictions.settle':
      'A settled pair is listed as settled and no more as open: the source replaces the target, both hold, or neither does.',
    'contradictions.neither':
      'Memories of which neither holds are shown last and marked, stand in no block and lose importance at night.',
    'contradictions.reopen':
      'A settlement is taken back by its id; the pair is open again and both memories stand as before.',
    'contradictions.refusals':
      'A pair of which something is declared, a memory and itself, and unknown memories are refused.',
    'contradictions.tools':
      '`contradiction_list` and `contradiction_settle` of the additional profile do the same, `retract` included.',
    'contradictions.command': '`workspace-memory contradictions` lists, settles and reopens.',
  },
  'docs/specification.md#glossary': {
    'glossary.command': '`workspace-memory glossary` lists, adds and removes groups.',
    'glossary.extend':
      'A search for one word of a group finds the others from the next request on, and no more once the group is deleted; other workspaces know nothing of it.',
    'glossary.refusals':
      'A group that is there is 409; one term, blank terms and terms without a word are 422.',
    'glossary.full': 'A workspace has at most 200 groups and 16 KiB of them.',
    'glossary.tools':
      '`glossary_list` and `glossary_add` of the additional profile do the same, `retract` included.',
  },
});
