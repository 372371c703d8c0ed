import { under } from '../requirement.ts';

/** Storing a memory. */
export const memoriesStore = under({
  'docs/specification.md#memories': {
    'memories.store.created': 'POST store answers 201 with the memory object.',
    'memories.store.readable':
      'A stored memory is one memory, kept as sent without extraction, and GET answers it so.',
    'memories.store.title-required': 'A missing `title` is 422.',
    'memories.store.narrative-required': 'A missing `narrative` is 422.',
    'memories.store.title-max-500': 'A `title` of 500 characters is kept; one of 501 is 422.',
    'memories.store.memory-type-default': 'In store, `memory_type` is `general` by default.',
    'memories.store.memory-type-unknown-422': 'Storing an unknown `memory_type` is 422.',
    'memories.store.tags-default': 'In store, `tags` is `[]` by default.',
    'memories.store.concepts-default': 'In store, `concepts` is `[]` by default.',
    'memories.store.source-files-default': 'In store, `source_files` is `[]` by default.',
    'memories.store.importance-default': 'In store, `importance_score` is 0.5 by default.',
    'memories.store.confidence-default': 'In store, `confidence_score` is 0.5 by default.',
    'memories.store.importance-range':
      'In store, `importance_score` 0.0 and 1.0 are kept; below 0.0 or above 1.0 is 422.',
    'memories.store.confidence-range':
      'In store, `confidence_score` 0.0 and 1.0 are kept; below 0.0 or above 1.0 is 422.',
    'memories.store.rest-names':
      'REST takes `narrative`, `source_files`, `importance_score`, `confidence_score`; the tool names `content`, `files`, `importance`, `confidence` are ignored.',
    'memories.store.supersedes':
      'POST store with `supersedes` declares what the memory replaces, or stores and declares nothing; a text that is stored already replaces it instead of a second memory.',
    'memories.store.similar':
      'POST store with `Prefer: similar-memories` names near-duplicates in `X-Similar-Memories` and what may be replaced in `X-May-Replace-Memories`.',
  },
  'docs/decisions/identifiers.md#8-types-that-a-caller-may-store': {
    'memories.store.all-types': 'Store accepts all nine types, `wiki` and `sdlc_knowledge` included.',
  },
  'docs/decisions/identifiers.md#5-lengths-and-bytes': {
    'memories.store.title-blank-422': 'An empty or blank `title` is 422.',
    'memories.store.narrative-empty-422': 'An empty `narrative` is 422; one character is kept.',
    'memories.store.narrative-max-100000':
      'A `narrative` of 100,000 characters is kept; one of 100,001 is 422.',
    'memories.store.tags-max-100': '100 tags are kept; 101 are 422.',
    'memories.store.concepts-max-100': '100 concepts are kept; 101 are 422.',
    'memories.store.source-files-max-100': '100 source files are kept; 101 are 422.',
    'memories.store.tag-max-255': 'A tag of 255 characters is kept; one of 256 is 422.',
    'memories.store.concept-max-255': 'A concept of 255 characters is kept; one of 256 is 422.',
    'memories.store.source-file-max-1024-bytes':
      'A source file of 1,024 bytes of UTF-8 is kept; one of 1,025 bytes is 422.',
    'memories.store.lists-max-32-kib':
      'Tags, concepts and files of together 32 KiB are kept; one byte more is 422.',
    'memories.store.list-trimmed': 'Entries of the three lists are trimmed.',
    'memories.store.list-deduplicated':
      'Duplicate entries of a list are kept once, in the order of their first occurrence.',
    'memories.store.list-blank-422': 'A blank entry in one of the three lists is 422.',
  },
  'docs/decisions/search.md#23-paths-are-normalised': {
    'memories.store.paths-normalised':
      'In store, `source_files` are normalised when written (`./`, backslashes, doubled slashes) and answered so.',
  },
  'docs/specification.md#background-work': {
    'memories.store.enqueues-discovery': 'After store relationships are discovered by a job.',
  },
  'docs/decisions/sessions.md#39-sessions-of-memories-and-feedback': {
    'memories.store.source-session':
      'POST store with `source_session_id` of a session of the workspace keeps that external `session_id`.',
    'memories.store.source-session-ignored':
      'An unknown or foreign `source_session_id` is ignored and stays null.',
  },
});
