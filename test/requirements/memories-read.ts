import type { Requirement } from './requirement.ts';

/** Listing and reading memories, and their usage counters. */
export const memoriesRead = {
  'memories.list.ok': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'GET list answers 200 with an array of memory objects.',
  },
  'memories.list.memory-type': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `memory_type` keeps one type.',
  },
  'memories.list.memory-type-unknown-422': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Listing by an unknown `memory_type` is 422.',
  },
  'memories.list.tags-and': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In form A repeated `tags` keep the memories that hold all of them.',
  },
  'memories.list.limit-default-50': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `limit` is 50 by default.',
  },
  'memories.list.limit-min-1': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `limit` 1 works; 0 and negative are 422.',
  },
  'memories.list.limit-max-500': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `limit` 500 works; 501 is 422.',
  },
  'memories.list.offset-default-0': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `offset` is 0 by default.',
  },
  'memories.list.offset-skips': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `offset` skips that many; beyond the end the array is empty.',
  },
  'memories.list.offset-negative-422': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, a negative `offset` is 422.',
  },
  'memories.list.ordering-default': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'The default order is `importance_score` descending, then `created_at` descending.',
  },
  'memories.list.ordering-importance': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `ordering` takes `importance_score` and `-importance_score`.',
  },
  'memories.list.ordering-access-count': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `ordering` takes `access_count` and `-access_count`.',
  },
  'memories.list.ordering-created-at': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `ordering` takes `created_at` and `-created_at`.',
  },
  'memories.list.ordering-retrieval-count': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `ordering` takes `retrieval_count` and `-retrieval_count`.',
  },
  'memories.list.empty': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'A workspace without memories answers `[]`.',
  },
  'memories.list.own-workspace': {
    section: 'Endpoints / Memories',
    part: 1,
    text: "The list holds only memories of the key's workspace.",
  },
  'memories.list.pruning-default': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'In the list, `pruning_candidates` is false by default.',
  },
  'memories.list.ordering-unknown-422': {
    section: 'Decision 20',
    part: 1,
    text: 'An unknown `ordering` is 422.',
  },
  'memories.list.ordering-ties': {
    section: 'Decision 20',
    part: 1,
    text: 'Equal values are ordered by `created_at` descending, then id, so that pages never overlap or leave gaps.',
  },
  'memories.list.pruning-importance': {
    section: 'Decision 19',
    part: 1,
    text: 'A pruning candidate has importance below 0.3; exactly 0.3 is none.',
  },
  'memories.list.pruning-retention': {
    section: 'Decision 19',
    part: 1,
    text: 'A pruning candidate was created longer ago than the retention period, a setting, default 180 days.',
  },
  'memories.list.pruning-access': {
    section: 'Decision 19',
    part: 1,
    text: 'A pruning candidate was last accessed more than 90 days ago or never.',
  },
  'memories.get.ok': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'GET of a memory answers 200 with the memory object and the detail fields.',
  },
  'memories.get.feedback-counts-zero': {
    section: 'Endpoints / Memories',
    part: 1,
    text: '`feedback_positive_count` and `feedback_negative_count` are 0 until feedback.',
  },
  'memories.get.relationships-empty': {
    section: 'Endpoints / Memories',
    part: 1,
    text: '`outgoing_relationships` and `incoming_relationships` are `[]` without edges.',
  },
  'memories.get.unknown-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'GET of an unknown or foreign memory is 404.',
  },
  'memories.get.no-access': {
    section: 'Decision 18',
    part: 1,
    text: 'Plain GET changes neither `access_count` nor `last_accessed_at`.',
  },
  'memories.search.no-retrieval': {
    section: 'Decision 18',
    part: 1,
    text: 'POST search does not raise `retrieval_count`.',
  },
  'memories.access.ok': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST access answers 200 with the updated memory object.',
  },
  'memories.access.counts': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST access raises `access_count` by 1 and leaves `retrieval_count`.',
  },
  'memories.access.last-accessed': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST access sets `last_accessed_at`.',
  },
  'memories.access.concurrent': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'Parallel POST access all count.',
  },
  'memories.access.unknown-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST access of an unknown or foreign memory is 404.',
  },
  'memories.retrieval.ok': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST retrieval answers 200 with the updated memory object.',
  },
  'memories.retrieval.counts': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST retrieval raises `retrieval_count` by 1 and leaves `access_count` and `last_accessed_at`.',
  },
  'memories.retrieval.unknown-404': {
    section: 'Endpoints / Memories',
    part: 1,
    text: 'POST retrieval of an unknown or foreign memory is 404.',
  },
  'memories.get.outgoing': {
    section: 'Endpoints / Memories',
    part: 4,
    text: '`outgoing_relationships` holds the relationship objects in which the memory is the source.',
  },
  'memories.get.incoming': {
    section: 'Endpoints / Memories',
    part: 4,
    text: '`incoming_relationships` holds the relationship objects in which the memory is the target.',
  },
} as const satisfies Record<string, Requirement>;
