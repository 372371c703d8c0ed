import type { Requirement } from '../requirement.ts';

/** Contradictions and their settlements; words that mean the same. */
export const contradictions = {
  'contradictions.list': {
    section: 'docs/specification.md#contradictions',
    text: '`GET /api/v1/contradictions` lists pairs of which perhaps only one holds: what a model calls contradictory, and a later decision or convention that looks like a new version.',
  },
  'contradictions.settle': {
    section: 'docs/specification.md#contradictions',
    text: 'A settled pair is listed as settled and no more as open: the source replaces the target, both hold, or neither does.',
  },
  'contradictions.neither': {
    section: 'docs/specification.md#contradictions',
    text: 'Memories of which neither holds are shown last and marked, stand in no block and lose importance at night.',
  },
  'contradictions.reopen': {
    section: 'docs/specification.md#contradictions',
    text: 'A settlement is taken back by its id; the pair is open again and both memories stand as before.',
  },
  'contradictions.refusals': {
    section: 'docs/specification.md#contradictions',
    text: 'A pair of which something is declared, a memory and itself, and unknown memories are refused.',
  },
  'contradictions.tools': {
    section: 'docs/specification.md#contradictions',
    text: '`contradiction_list` and `contradiction_settle` of the additional profile do the same, `retract` included.',
  },
  'contradictions.command': {
    section: 'docs/specification.md#contradictions',
    text: '`workspace-memory contradictions` lists, settles and reopens.',
  },
  'glossary.command': {
    section: 'docs/specification.md#glossary',
    text: '`workspace-memory glossary` lists, adds and removes groups.',
  },
  'glossary.extend': {
    section: 'docs/specification.md#glossary',
    text: 'A search for one word of a group finds the others from the next request on, and no more once the group is deleted; other workspaces know nothing of it.',
  },
  'glossary.refusals': {
    section: 'docs/specification.md#glossary',
    text: 'A group that is there is 409; one term, blank terms and terms without a word are 422.',
  },
  'glossary.full': {
    section: 'docs/specification.md#glossary',
    text: 'A workspace has at most 200 groups and 16 KiB of them.',
  },
  'glossary.tools': {
    section: 'docs/specification.md#glossary',
    text: '`glossary_list` and `glossary_add` of the additional profile do the same, `retract` included.',
  },
} as const satisfies Record<string, Requirement>;
