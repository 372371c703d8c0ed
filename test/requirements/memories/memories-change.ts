import type { Requirement } from '../requirement.ts';

/** Updating and deleting memories. */
export const memoriesChange = {
  'memories.patch.ok': {
    section: 'docs/specification.md#memories',
    text: 'PATCH answers 200 with the updated memory object.',
  },
  'memories.patch.title': {
    section: 'docs/specification.md#memories',
    text: 'PATCH changes `title`.',
  },
  'memories.patch.narrative': {
    section: 'docs/specification.md#memories',
    text: 'PATCH changes `narrative`.',
  },
  'memories.patch.tags-replaced': {
    section: 'docs/specification.md#memories',
    text: 'PATCH replaces `tags` entirely, by `[]` too.',
  },
  'memories.patch.concepts-replaced': {
    section: 'docs/specification.md#memories',
    text: 'PATCH replaces `concepts` entirely, by `[]` too.',
  },
  'memories.patch.source-files-replaced': {
    section: 'docs/specification.md#memories',
    text: 'PATCH replaces `source_files` entirely, by `[]` too.',
  },
  'memories.patch.importance': {
    section: 'docs/specification.md#memories',
    text: 'PATCH changes `importance_score`.',
  },
  'memories.patch.confidence': {
    section: 'docs/specification.md#memories',
    text: 'PATCH changes `confidence_score`.',
  },
  'memories.patch.others-kept': {
    section: 'docs/specification.md#memories',
    text: 'Fields that a PATCH does not name keep their values.',
  },
  'memories.patch.title-max-500': {
    section: 'docs/specification.md#memories',
    text: 'PATCH with a `title` of 501 characters is 422.',
  },
  'memories.patch.score-range': {
    section: 'docs/specification.md#memories',
    text: 'PATCH with a score below 0.0 or above 1.0 is 422.',
  },
  'memories.patch.id-immutable': {
    section: 'docs/specification.md#memories',
    text: '`id`, `memory_id` and `workspace_id` in a PATCH body change nothing.',
  },
  'memories.patch.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'PATCH of an unknown or foreign memory is 404.',
  },
  'memories.patch.search-follows': {
    section: 'docs/specification.md#memories',
    text: 'Keyword search finds the new text after a PATCH and no longer the old.',
  },
  'memories.patch.no-fields': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: 'A PATCH without fields answers 200 and leaves `updated_at`.',
  },
  'memories.patch.no-change': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: 'A PATCH that sends the present values answers 200 and leaves `updated_at`.',
  },
  'memories.patch.null-422': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: 'Null for a field in a PATCH is 422.',
  },
  'memories.patch.memory-type-ignored': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: '`memory_type` in a PATCH is ignored.',
  },
  'memories.patch.title-blank-422': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'PATCH with an empty or blank `title` is 422.',
  },
  'memories.patch.narrative-length': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'PATCH with a `narrative` of 100,000 characters works; an empty one and one of 100,001 are 422.',
  },
  'memories.patch.lists-max-100': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'PATCH with 101 tags, concepts or files is 422.',
  },
  'memories.patch.entry-length': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'PATCH with a tag or concept of 256 characters, a file of 1,025 bytes, or a blank entry is 422.',
  },
  'memories.patch.lists-max-32-kib': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'PATCH that would leave a memory with lists of together more than 32 KiB is 422.',
  },
  'memories.patch.lists-cleaned': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'PATCH trims, de-duplicates and normalises lists as store does.',
  },
  'memories.delete.no-content': {
    section: 'docs/specification.md#memories',
    text: 'DELETE answers 204 without a body.',
  },
  'memories.delete.gone': {
    section: 'docs/specification.md#memories',
    text: 'A deleted memory is 404 and in no list or search.',
  },
  'memories.delete.again-404': {
    section: 'docs/specification.md#memories',
    text: 'A second DELETE is 404.',
  },
  'memories.delete.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'DELETE of an unknown or foreign memory is 404 and deletes nothing.',
  },
  'memories.batch-delete.ok': {
    section: 'docs/specification.md#memories',
    text: 'Batch delete answers 200 with `{deleted_count: integer}` and deletes the memories named.',
  },
  'memories.batch-delete.some-unknown': {
    section: 'docs/specification.md#memories',
    text: 'Unknown identifiers only make `deleted_count` lower than the number supplied.',
  },
  'memories.batch-delete.foreign-kept': {
    section: 'docs/specification.md#memories',
    text: 'Memories of another workspace are neither deleted nor counted.',
  },
  'memories.batch-delete.required': {
    section: 'docs/specification.md#memories',
    text: 'A missing `memory_ids` is 422.',
  },
  'memories.batch-delete.max-100': {
    section: 'docs/specification.md#memories',
    text: '100 identifiers are deleted; 101 are 422 and delete nothing.',
  },
  'memories.batch-delete.duplicates-once': {
    section: 'docs/decisions/search.md#21-deleting-many',
    text: 'A repeated identifier counts once.',
  },
  'memories.batch-delete.malformed': {
    section: 'docs/decisions/search.md#21-deleting-many',
    text: 'A malformed identifier does not count and is no error.',
  },
  'memories.batch-delete.empty': {
    section: 'docs/decisions/search.md#21-deleting-many',
    text: 'An empty list answers 200 with `deleted_count` 0.',
  },
  'memories.batch-delete.non-string-422': {
    section: 'docs/decisions/identifiers.md#2-identifiers-that-cannot-exist',
    text: 'A non-string identifier in `memory_ids` is 422.',
  },
  'memories.patch.enqueues-jobs': {
    section: 'docs/specification.md#background-work',
    text: 'A PATCH that changes content has the embedding made anew by a job.',
  },
  'memories.delete.edges': {
    section: 'docs/specification.md#memories',
    text: 'DELETE removes all relationship edges of the memory, incoming and outgoing.',
  },
  'memories.batch-delete.edges': {
    section: 'docs/specification.md#memories',
    text: 'Batch delete removes the edges of what it deletes.',
  },
} as const satisfies Record<string, Requirement>;
