import { under } from '../requirement.ts';

/** Forgetting on purpose. */
export const forgetting = under({
  'docs/specification.md#forgetting': {
    'forget.shown-first':
      '`POST /api/v1/forget` tells what would go, and changes nothing, until `dry_run` is false.',
    'forget.everywhere':
      'What is forgotten stands nowhere any more: not in memories, history, observations, summaries, contexts, kept answers or statistics.',
    'forget.stays-forgotten':
      'What was forgotten does not come back by ingestion, by observations or by the summary of a session; storing it by hand is possible.',
    'forget.in-calls':
      'What takes several calls finds and cleans the same; broken off it leaves the memories where they are, and can be said again.',
    'forget.chosen':
      'Memories are chosen by identifier, words, file, author, session and time, and what is not chosen stays.',
    'forget.session': 'A session is forgotten with its observations, and takes none any more.',
    'forget.copy':
      'Forgetting may keep a copy of the memories for an hour, which brings them back with what hung on them and lets them come again; after it nothing is left.',
    'forget.common-sentence':
      'Of what others say a forgotten sentence goes and the rest stays: in observations that are stored, in those that come, and in imports.',
    'forget.files': 'Once it is erased, no file of an embedded database holds what was forgotten.',
    'forget.again':
      'Said again after it was broken off, `workspace-memory forget` has the files written anew, though it finds nothing more.',
    'forget.exports': 'Exports in which it may stand are named.',
    'forget.spool': '`workspace-memory forget` deletes the events that wait on the machine and hold it.',
    'forget.notes': '`workspace-memory forget` takes it out of what the machine noted of sessions.',
    'forget.moved': 'What was forgotten stays so in a workspace that has moved.',
  },
  'docs/using.md#forget': {
    'forget.picked':
      '`workspace-memory forget --query` numbers what passes the gate of `memory_search`, and forgets what a person picks; where nothing passes it says so and exits with 3.',
  },
});
