import type { Requirement } from '../requirement.ts';

/** Forgetting on purpose. */
export const forgetting = {
  'forget.shown-first': {
    section: 'docs/specification.md#forgetting',
    text: '`POST /api/v1/forget` tells what would go, and changes nothing, until `dry_run` is false.',
  },
  'forget.everywhere': {
    section: 'docs/specification.md#forgetting',
    text: 'What is forgotten stands nowhere any more: not in memories, history, observations, summaries, contexts, kept answers or statistics.',
  },
  'forget.stays-forgotten': {
    section: 'docs/specification.md#forgetting',
    text: 'What was forgotten does not come back by ingestion, by observations or by the summary of a session; storing it by hand is possible.',
  },
  'forget.in-calls': {
    section: 'docs/specification.md#forgetting',
    text: 'What takes several calls finds and cleans the same; broken off it leaves the memories where they are, and can be said again.',
  },
  'forget.chosen': {
    section: 'docs/specification.md#forgetting',
    text: 'Memories are chosen by identifier, words, file, author, session and time, and what is not chosen stays.',
  },
  'forget.session': {
    section: 'docs/specification.md#forgetting',
    text: 'A session is forgotten with its observations, and takes none any more.',
  },
  'forget.copy': {
    section: 'docs/specification.md#forgetting',
    text: 'Forgetting may keep a copy of the memories for an hour, which brings them back with what hung on them and lets them come again; after it nothing is left.',
  },
  'forget.common-sentence': {
    section: 'docs/specification.md#forgetting',
    text: 'Of what others say a forgotten sentence goes and the rest stays: in observations that are stored, in those that come, and in imports.',
  },
  'forget.files': {
    section: 'docs/specification.md#forgetting',
    text: 'Once it is erased, no file of an embedded database holds what was forgotten.',
  },
  'forget.again': {
    section: 'docs/specification.md#forgetting',
    text: 'Said again after it was broken off, `workspace-memory forget` has the files written anew, though it finds nothing more.',
  },
  'forget.picked': {
    section: 'docs/using.md#forget',
    text: '`workspace-memory forget --query` numbers what passes the gate of `memory_search`, and forgets what a person picks; where nothing passes it says so and exits with 3.',
  },
  'forget.exports': {
    section: 'docs/specification.md#forgetting',
    text: 'Exports in which it may stand are named.',
  },
  'forget.spool': {
    section: 'docs/specification.md#forgetting',
    text: '`workspace-memory forget` deletes the events that wait on the machine and hold it.',
  },
  'forget.notes': {
    section: 'docs/specification.md#forgetting',
    text: '`workspace-memory forget` takes it out of what the machine noted of sessions.',
  },
  'forget.moved': {
    section: 'docs/specification.md#forgetting',
    text: 'What was forgotten stays so in a workspace that has moved.',
  },
} as const satisfies Record<string, Requirement>;
