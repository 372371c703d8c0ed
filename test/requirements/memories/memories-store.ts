import type { Requirement } from '../requirement.ts';

/** Storing a memory. */
export const memoriesStore = {
  'memories.store.created': {
    section: 'docs/specification.md#memories',
    text: 'POST store answers 201 with the memory object.',
  },
  'memories.store.readable': {
    section: 'docs/specification.md#memories',
    text: 'A stored memory is one memory, kept as sent without extraction, and GET answers it so.',
  },
  'memories.store.title-required': {
    section: 'docs/specification.md#memories',
    text: 'A missing `title` is 422.',
  },
  'memories.store.narrative-required': {
    section: 'docs/specification.md#memories',
    text: 'A missing `narrative` is 422.',
  },
  'memories.store.title-max-500': {
    section: 'docs/specification.md#memories',
    text: 'A `title` of 500 characters is kept; one of 501 is 422.',
  },
  'memories.store.memory-type-default': {
    section: 'docs/specification.md#memories',
    text: 'In store, `memory_type` is `general` by default.',
  },
  'memories.store.memory-type-unknown-422': {
    section: 'docs/specification.md#memories',
    text: 'Storing an unknown `memory_type` is 422.',
  },
  'memories.store.tags-default': {
    section: 'docs/specification.md#memories',
    text: 'In store, `tags` is `[]` by default.',
  },
  'memories.store.concepts-default': {
    section: 'docs/specification.md#memories',
    text: 'In store, `concepts` is `[]` by default.',
  },
  'memories.store.source-files-default': {
    section: 'docs/specification.md#memories',
    text: 'In store, `source_files` is `[]` by default.',
  },
  'memories.store.importance-default': {
    section: 'docs/specification.md#memories',
    text: 'In store, `importance_score` is 0.5 by default.',
  },
  'memories.store.confidence-default': {
    section: 'docs/specification.md#memories',
    text: 'In store, `confidence_score` is 0.5 by default.',
  },
  'memories.store.importance-range': {
    section: 'docs/specification.md#memories',
    text: 'In store, `importance_score` 0.0 and 1.0 are kept; below 0.0 or above 1.0 is 422.',
  },
  'memories.store.confidence-range': {
    section: 'docs/specification.md#memories',
    text: 'In store, `confidence_score` 0.0 and 1.0 are kept; below 0.0 or above 1.0 is 422.',
  },
  'memories.store.rest-names': {
    section: 'docs/specification.md#memories',
    text: 'REST takes `narrative`, `source_files`, `importance_score`, `confidence_score`; the tool names `content`, `files`, `importance`, `confidence` are ignored.',
  },
  'memories.store.all-types': {
    section: 'docs/decisions/identifiers.md#8-types-that-a-caller-may-store',
    text: 'Store accepts all nine types, `wiki` and `sdlc_knowledge` included.',
  },
  'memories.store.title-blank-422': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'An empty or blank `title` is 422.',
  },
  'memories.store.narrative-empty-422': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'An empty `narrative` is 422; one character is kept.',
  },
  'memories.store.narrative-max-100000': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'A `narrative` of 100,000 characters is kept; one of 100,001 is 422.',
  },
  'memories.store.tags-max-100': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: '100 tags are kept; 101 are 422.',
  },
  'memories.store.concepts-max-100': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: '100 concepts are kept; 101 are 422.',
  },
  'memories.store.source-files-max-100': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: '100 source files are kept; 101 are 422.',
  },
  'memories.store.tag-max-255': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'A tag of 255 characters is kept; one of 256 is 422.',
  },
  'memories.store.concept-max-255': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'A concept of 255 characters is kept; one of 256 is 422.',
  },
  'memories.store.source-file-max-1024-bytes': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'A source file of 1,024 bytes of UTF-8 is kept; one of 1,025 bytes is 422.',
  },
  'memories.store.lists-max-32-kib': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'Tags, concepts and files of together 32 KiB are kept; one byte more is 422.',
  },
  'memories.store.list-trimmed': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'Entries of the three lists are trimmed.',
  },
  'memories.store.list-deduplicated': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'Duplicate entries of a list are kept once, in the order of their first occurrence.',
  },
  'memories.store.list-blank-422': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'A blank entry in one of the three lists is 422.',
  },
  'memories.store.paths-normalised': {
    section: 'docs/decisions/search.md#23-paths-are-normalised',
    text: 'In store, `source_files` are normalised when written (`./`, backslashes, doubled slashes) and answered so.',
  },
  'memories.store.enqueues-discovery': {
    section: 'docs/specification.md#background-work',
    text: 'After store relationships are discovered by a job.',
  },
  'memories.store.source-session': {
    section: 'docs/decisions/sessions.md#39-sessions-of-memories-and-feedback',
    text: 'POST store with `source_session_id` of a session of the workspace keeps that external `session_id`.',
  },
  'memories.store.supersedes': {
    section: 'docs/specification.md#memories',
    text: 'POST store with `supersedes` declares what the memory replaces, or stores and declares nothing; a text that is stored already replaces it instead of a second memory.',
  },
  'memories.store.similar': {
    section: 'docs/specification.md#memories',
    text: 'POST store with `Prefer: similar-memories` names near-duplicates in `X-Similar-Memories` and what may be replaced in `X-May-Replace-Memories`.',
  },
  'memories.store.source-session-ignored': {
    section: 'docs/decisions/sessions.md#39-sessions-of-memories-and-feedback',
    text: 'An unknown or foreign `source_session_id` is ignored and stays null.',
  },
} as const satisfies Record<string, Requirement>;
