import { under } from '../requirement.ts';

/** Listing and reading memories, and their usage counters. */
export const memoriesRead = under({
  'docs/specification.md#memories': {
    'memories.list.ok': 'GET list answers 200 with an array of memory objects.',
    'memories.list.memory-type': 'In the list, `memory_type` keeps one type.',
    'memories.list.memory-type-unknown-422': 'Listing by an unknown `memory_type` is 422.',
    'memories.list.tags-and': 'In form A repeated `tags` keep the memories that hold all of them.',
    'memories.list.limit-default-50': 'In the list, `limit` is 50 by default.',
    'memories.list.limit-min-1': 'In the list, `limit` 1 works; 0 and negative are 422.',
    'memories.list.limit-max-500': 'In the list, `limit` 500 works; 501 is 422.',
    'memories.list.offset-default-0': 'In the list, `offset` is 0 by default.',
    'memories.list.offset-skips': 'In the list, `offset` skips that many; beyond the end the array is empty.',
    'memories.list.offset-negative-422': 'In the list, a negative `offset` is 422.',
    'memories.list.ordering-default':
      'The default order is `importance_score` descending, then `created_at` descending.',
    'memories.list.ordering-importance':
      'In the list, `ordering` takes `importance_score` and `-importance_score`.',
    'memories.list.ordering-access-count':
      'In the list, `ordering` takes `access_count` and `-access_count`.',
    'memories.list.ordering-created-at': 'In the list, `ordering` takes `created_at` and `-created_at`.',
    'memories.list.ordering-retrieval-count':
      'In the list, `ordering` takes `retrieval_count` and `-retrieval_count`.',
    'memories.list.empty': 'A workspace without memories answers `[]`.',
    'memories.list.own-workspace': "The list holds only memories of the key's workspace.",
    'memories.list.pruning-default': 'In the list, `pruning_candidates` is false by default.',
    'memories.get.ok': 'GET of a memory answers 200 with the memory object and the detail fields.',
    'memories.get.feedback-counts-zero':
      '`feedback_positive_count` and `feedback_negative_count` are 0 until feedback.',
    'memories.get.relationships-empty':
      '`outgoing_relationships` and `incoming_relationships` are `[]` without edges.',
    'memories.get.unknown-404': 'GET of an unknown or foreign memory is 404.',
    'memories.access.ok': 'POST access answers 200 with the updated memory object.',
    'memories.access.counts': 'POST access raises `access_count` by 1 and leaves `retrieval_count`.',
    'memories.access.last-accessed': 'POST access sets `last_accessed_at`.',
    'memories.access.concurrent': 'Parallel POST access all count.',
    'memories.access.unknown-404': 'POST access of an unknown or foreign memory is 404.',
    'memories.retrieval.ok': 'POST retrieval answers 200 with the updated memory object.',
    'memories.retrieval.counts':
      'POST retrieval raises `retrieval_count` by 1 and leaves `access_count` and `last_accessed_at`.',
    'memories.retrieval.unknown-404': 'POST retrieval of an unknown or foreign memory is 404.',
    'memories.get.outgoing':
      '`outgoing_relationships` holds the relationship objects in which the memory is the source.',
    'memories.get.incoming':
      '`incoming_relationships` holds the relationship objects in which the memory is the target.',
  },
  'docs/decisions/search.md#20-orders-are-total': {
    'memories.list.ordering-unknown-422': 'An unknown `ordering` is 422.',
    'memories.list.ordering-ties':
      'Equal values are ordered by `created_at` descending, then id, so that pages never overlap or leave gaps.',
  },
  'docs/decisions/search.md#19-candidates-for-pruning': {
    'memories.list.pruning-importance': 'A pruning candidate has importance below 0.3; exactly 0.3 is none.',
    'memories.list.pruning-retention':
      'A pruning candidate was created longer ago than the retention period, a setting, default 180 days.',
    'memories.list.pruning-access': 'A pruning candidate was last accessed more than 90 days ago or never.',
  },
  'docs/decisions/search.md#18-what-counts-as-use': {
    'memories.get.no-access': 'Plain GET changes neither `access_count` nor `last_accessed_at`.',
    'memories.search.no-retrieval': 'POST search does not raise `retrieval_count`.',
  },
});
