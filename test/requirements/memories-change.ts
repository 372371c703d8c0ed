import type { Requirement } from './requirement.ts';

/** Updating and deleting memories. */
export const memoriesChange = {
  'memories.patch.ok': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH answers 200 with the updated memory object.',
  },
  'memories.patch.title': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH changes `title`.',
  },
  'memories.patch.narrative': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH changes `narrative`.',
  },
  'memories.patch.tags-replaced': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH replaces `tags` entirely, by `[]` too.',
  },
  'memories.patch.concepts-replaced': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH replaces `concepts` entirely, by `[]` too.',
  },
  'memories.patch.source-files-replaced': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH replaces `source_files` entirely, by `[]` too.',
  },
  'memories.patch.importance': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH changes `importance_score`.',
  },
  'memories.patch.confidence': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH changes `confidence_score`.',
  },
  'memories.patch.others-kept': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Fields that a PATCH does not name keep their values.',
  },
  'memories.patch.title-max-500': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH with a `title` of 501 characters is 422.',
  },
  'memories.patch.score-range': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH with a score below 0.0 or above 1.0 is 422.',
  },
  'memories.patch.id-immutable': {
    section: 'Endpoints / Memories',
    part: 1,
    text: '`id`, `memory_id` and `workspace_id` in a PATCH body change nothing.',
  },
  'memories.patch.unknown-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'PATCH of an unknown or foreign memory is 404.',
  },
  'memories.patch.search-follows': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Keyword search finds the new text after a PATCH and no longer the old.',
  },
  'memories.patch.no-fields': {
    section: 'Decision 4',
    part: 1,
    text: 'A PATCH without fields answers 200 and leaves `updated_at`.',
  },
  'memories.patch.no-change': {
    section: 'Decision 4',
    part: 1,
    text: 'A PATCH that sends the present values answers 200 and leaves `updated_at`.',
  },
  'memories.patch.null-422': {
    section: 'Decision 4',
    part: 1,
    text: 'Null for a field in a PATCH is 422.',
  },
  'memories.patch.memory-type-ignored': {
    section: 'Decision 4',
    part: 1,
    text: '`memory_type` in a PATCH is ignored.',
  },
  'memories.patch.title-blank-422': {
    section: 'Decision 5',
    part: 1,
    text: 'PATCH with an empty or blank `title` is 422.',
  },
  'memories.patch.narrative-length': {
    section: 'Decision 5',
    part: 1,
    text: 'PATCH with a `narrative` of 100,000 characters works; an empty one and one of 100,001 are 422.',
  },
  'memories.patch.lists-max-100': {
    section: 'Decision 5',
    part: 1,
    text: 'PATCH with 101 tags, concepts or files is 422.',
  },
  'memories.patch.entry-length': {
    section: 'Decision 5',
    part: 1,
    text: 'PATCH with a tag or concept of 256 characters, a file of 1,025 bytes, or a blank entry is 422.',
  },
  'memories.patch.lists-max-32-kib': {
    section: 'Decision 5',
    part: 1,
    text: 'PATCH that would leave a memory with lists of together more than 32 KiB is 422.',
  },
  'memories.patch.lists-cleaned': {
    section: 'Decision 5',
    part: 1,
    text: 'PATCH trims, de-duplicates and normalises lists as store does.',
  },
  'memories.delete.no-content': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'DELETE answers 204 without a body.',
  },
  'memories.delete.gone': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'A deleted memory is 404 and in no list or search.',
  },
  'memories.delete.again-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'A second DELETE is 404.',
  },
  'memories.delete.unknown-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'DELETE of an unknown or foreign memory is 404 and deletes nothing.',
  },
  'memories.batch-delete.ok': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Batch delete answers 200 with `{deleted_count: integer}` and deletes the memories named.',
  },
  'memories.batch-delete.some-unknown': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Unknown identifiers only make `deleted_count` lower than the number supplied.',
  },
  'memories.batch-delete.foreign-kept': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Memories of another workspace are neither deleted nor counted.',
  },
  'memories.batch-delete.required': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'A missing `memory_ids` is 422.',
  },
  'memories.batch-delete.max-100': {
    section: 'Endpoints / Memories',
    part: 1,
    text: '100 identifiers are deleted; 101 are 422 and delete nothing.',
  },
  'memories.batch-delete.duplicates-once': {
    section: 'Decision 21',
    part: 1,
    text: 'A repeated identifier counts once.',
  },
  'memories.batch-delete.malformed': {
    section: 'Decision 21',
    part: 1,
    text: 'A malformed identifier does not count and is no error.',
  },
  'memories.batch-delete.empty': {
    section: 'Decision 21',
    part: 1,
    text: 'An empty list answers 200 with `deleted_count` 0.',
  },
  'memories.batch-delete.non-string-422': {
    section: 'Decision 2',
    part: 1,
    text: 'A non-string identifier in `memory_ids` is 422.',
  },
  'memories.patch.enqueues-jobs': {
    section: 'Events',
    part: 2,
    text: 'A PATCH that changes content has the embedding made anew by a job.',
  },
  'memories.delete.edges': {
    section: 'Endpoints / Memories',
    part: 4,
    text: 'DELETE removes all relationship edges of the memory, incoming and outgoing.',
  },
  'memories.batch-delete.edges': {
    section: 'Endpoints / Memories',
    part: 4,
    text: 'Batch delete removes the edges of what it deletes.',
  },
} as const satisfies Record<string, Requirement>;
