import { under } from '../requirement.ts';

/** Updating and deleting memories. */
export const memoriesChange = under({
  'docs/specification.md#memories': {
    'memories.patch.ok': 'PATCH answers 200 with the updated memory object.',
    'memories.patch.title': 'PATCH changes `title`.',
    'memories.patch.narrative': 'PATCH changes `narrative`.',
    'memories.patch.tags-replaced': 'PATCH replaces `tags` entirely, by `[]` too.',
    'memories.patch.concepts-replaced': 'PATCH replaces `concepts` entirely, by `[]` too.',
    'memories.patch.source-files-replaced': 'PATCH replaces `source_files` entirely, by `[]` too.',
    'memories.patch.importance': 'PATCH changes `importance_score`.',
    'memories.patch.confidence': 'PATCH changes `confidence_score`.',
    'memories.patch.others-kept': 'Fields that a PATCH does not name keep their values.',
    'memories.patch.title-max-500': 'PATCH with a `title` of 501 characters is 422.',
    'memories.patch.score-range': 'PATCH with a score below 0.0 or above 1.0 is 422.',
    'memories.patch.id-immutable': '`id`, `memory_id` and `workspace_id` in a PATCH body change nothing.',
    'memories.patch.unknown-404': 'PATCH of an unknown or foreign memory is 404.',
    'memories.patch.search-follows': 'Keyword search finds the new text after a PATCH and no longer the old.',
    'memories.delete.no-content': 'DELETE answers 204 without a body.',
    'memories.delete.gone': 'A deleted memory is 404 and in no list or search.',
    'memories.delete.again-404': 'A second DELETE is 404.',
    'memories.delete.unknown-404': 'DELETE of an unknown or foreign memory is 404 and deletes nothing.',
    'memories.batch-delete.ok':
      'Batch delete answers 200 with `{deleted_count: integer}` and deletes the memories named.',
    'memories.batch-delete.some-unknown':
      'Unknown identifiers only make `deleted_count` lower than the number supplied.',
    'memories.batch-delete.foreign-kept': 'Memories of another workspace are neither deleted nor counted.',
    'memories.batch-delete.required': 'A missing `memory_ids` is 422.',
    'memories.batch-delete.max-100': '100 identifiers are deleted; 101 are 422 and delete nothing.',
    'memories.delete.edges': 'DELETE removes all relationship edges of the memory, incoming and outgoing.',
    'memories.batch-delete.edges': 'Batch delete removes the edges of what it deletes.',
  },
  'docs/decisions/identifiers.md#4-what-moves-updated_at': {
    'memories.patch.no-fields': 'A PATCH without fields answers 200 and leaves `updated_at`.',
    'memories.patch.no-change': 'A PATCH that sends the present values answers 200 and leaves `updated_at`.',
    'memories.patch.null-422': 'Null for a field in a PATCH is 422.',
    'memories.patch.memory-type-ignored': '`memory_type` in a PATCH is ignored.',
  },
  'docs/decisions/identifiers.md#5-lengths-and-bytes': {
    'memories.patch.title-blank-422': 'PATCH with an empty or blank `title` is 422.',
    'memories.patch.narrative-length':
      'PATCH with a `narrative` of 100,000 characters works; an empty one and one of 100,001 are 422.',
    'memories.patch.lists-max-100': 'PATCH with 101 tags, concepts or files is 422.',
    'memories.patch.entry-length':
      'PATCH with a tag or concept of 256 characters, a file of 1,025 bytes, or a blank entry is 422.',
    'memories.patch.lists-max-32-kib':
      'PATCH that would leave a memory with lists of together more than 32 KiB is 422.',
    'memories.patch.lists-cleaned': 'PATCH trims, de-duplicates and normalises lists as store does.',
  },
  'docs/decisions/search.md#21-deleting-many': {
    'memories.batch-delete.duplicates-once': 'A repeated identifier counts once.',
    'memories.batch-delete.malformed': 'A malformed identifier does not count and is no error.',
    'memories.batch-delete.empty': 'An empty list answers 200 with `deleted_count` 0.',
  },
  'docs/decisions/identifiers.md#2-identifiers-that-cannot-exist': {
    'memories.batch-delete.non-string-422': 'A non-string identifier in `memory_ids` is 422.',
  },
  'docs/specification.md#background-work': {
    'memories.patch.enqueues-jobs': 'A PATCH that changes content has the embedding made anew by a job.',
  },
});
