import type { Requirement } from '../requirement.ts';

/** Listing and reading memories, and their usage counters. */
export const memoriesRead = {
  'memories.list.ok': {
    section: 'docs/specification.md#memories',
    text: 'GET list answers 200 with an array of memory objects.',
  },
  'memories.list.memory-type': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `memory_type` keeps one type.',
  },
  'memories.list.memory-type-unknown-422': {
    section: 'docs/specification.md#memories',
    text: 'Listing by an unknown `memory_type` is 422.',
  },
  'memories.list.tags-and': {
    section: 'docs/specification.md#memories',
    text: 'In form A repeated `tags` keep the memories that hold all of them.',
  },
  'memories.list.limit-default-50': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `limit` is 50 by default.',
  },
  'memories.list.limit-min-1': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `limit` 1 works; 0 and negative are 422.',
  },
  'memories.list.limit-max-500': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `limit` 500 works; 501 is 422.',
  },
  'memories.list.offset-default-0': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `offset` is 0 by default.',
  },
  'memories.list.offset-skips': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `offset` skips that many; beyond the end the array is empty.',
  },
  'memories.list.offset-negative-422': {
    section: 'docs/specification.md#memories',
    text: 'In the list, a negative `offset` is 422.',
  },
  'memories.list.ordering-default': {
    section: 'docs/specification.md#memories',
    text: 'The default order is `importance_score` descending, then `created_at` descending.',
  },
  'memories.list.ordering-importance': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `ordering` takes `importance_score` and `-importance_score`.',
  },
  'memories.list.ordering-access-count': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `ordering` takes `access_count` and `-access_count`.',
  },
  'memories.list.ordering-created-at': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `ordering` takes `created_at` and `-created_at`.',
  },
  'memories.list.ordering-retrieval-count': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `ordering` takes `retrieval_count` and `-retrieval_count`.',
  },
  'memories.list.empty': {
    section: 'docs/specification.md#memories',
    text: 'A workspace without memories answers `[]`.',
  },
  'memories.list.own-workspace': {
    section: 'docs/specification.md#memories',
    text: "The list holds only memories of the key's workspace.",
  },
  'memories.list.pruning-default': {
    section: 'docs/specification.md#memories',
    text: 'In the list, `pruning_candidates` is false by default.',
  },
  'memories.list.ordering-unknown-422': {
    section: 'docs/decisions/search.md#20-orders-are-total',
    text: 'An unknown `ordering` is 422.',
  },
  'memories.list.ordering-ties': {
    section: 'docs/decisions/search.md#20-orders-are-total',
    text: 'Equal values are ordered by `created_at` descending, then id, so that pages never overlap or leave gaps.',
  },
  'memories.list.pruning-importance': {
    section: 'docs/decisions/search.md#19-candidates-for-pruning',
    text: 'A pruning candidate has importance below 0.3; exactly 0.3 is none.',
  },
  'memories.list.pruning-retention': {
    section: 'docs/decisions/search.md#19-candidates-for-pruning',
    text: 'A pruning candidate was created longer ago than the retention period, a setting, default 180 days.',
  },
  'memories.list.pruning-access': {
    section: 'docs/decisions/search.md#19-candidates-for-pruning',
    text: 'A pruning candidate was last accessed more than 90 days ago or never.',
  },
  'memories.get.ok': {
    section: 'docs/specification.md#memories',
    text: 'GET of a memory answers 200 with the memory object and the detail fields.',
  },
  'memories.get.feedback-counts-zero': {
    section: 'docs/specification.md#memories',
    text: '`feedback_positive_count` and `feedback_negative_count` are 0 until feedback.',
  },
  'memories.get.relationships-empty': {
    section: 'docs/specification.md#memories',
    text: '`outgoing_relationships` and `incoming_relationships` are `[]` without edges.',
  },
  'memories.get.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'GET of an unknown or foreign memory is 404.',
  },
  'memories.get.no-access': {
    section: 'docs/decisions/search.md#18-what-counts-as-use',
    text: 'Plain GET changes neither `access_count` nor `last_accessed_at`.',
  },
  'memories.search.no-retrieval': {
    section: 'docs/decisions/search.md#18-what-counts-as-use',
    text: 'POST search does not raise `retrieval_count`.',
  },
  'memories.access.ok': {
    section: 'docs/specification.md#memories',
    text: 'POST access answers 200 with the updated memory object.',
  },
  'memories.access.counts': {
    section: 'docs/specification.md#memories',
    text: 'POST access raises `access_count` by 1 and leaves `retrieval_count`.',
  },
  'memories.access.last-accessed': {
    section: 'docs/specification.md#memories',
    text: 'POST access sets `last_accessed_at`.',
  },
  'memories.access.concurrent': {
    section: 'docs/specification.md#memories',
    text: 'Parallel POST access all count.',
  },
  'memories.access.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'POST access of an unknown or foreign memory is 404.',
  },
  'memories.retrieval.ok': {
    section: 'docs/specification.md#memories',
    text: 'POST retrieval answers 200 with the updated memory object.',
  },
  'memories.retrieval.counts': {
    section: 'docs/specification.md#memories',
    text: 'POST retrieval raises `retrieval_count` by 1 and leaves `access_count` and `last_accessed_at`.',
  },
  'memories.retrieval.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'POST retrieval of an unknown or foreign memory is 404.',
  },
  'memories.get.outgoing': {
    section: 'docs/specification.md#memories',
    text: '`outgoing_relationships` holds the relationship objects in which the memory is the source.',
  },
  'memories.get.incoming': {
    section: 'docs/specification.md#memories',
    text: '`incoming_relationships` holds the relationship objects in which the memory is the target.',
  },
} as const satisfies Record<string, Requirement>;
