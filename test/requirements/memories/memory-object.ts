import { under } from '../requirement.ts';

/** Identifier forms and fields of a memory. */
export const memoryObject = under({
  'docs/specification.md#identifier-forms': {
    'memories.form-a.uuid':
      'In form A the UUID `id` is the only identifier and appears in paths and bodies; answers have no `memory_id`.',
    'memories.form-b.memory-id': 'In form B a memory has `memory_id`, `mem-` and 16 characters, beside `id`.',
    'memories.form-b.paths': 'In form B every memory path takes `memory_id`.',
    'memories.form.consistent': 'One server follows one form in every path, body and answer.',
  },
  'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment': {
    'memories.form.setting-default':
      '`MEMORY_ID_FORM` is `A` or `B`, default `A`; another value stops the start.',
    'memories.form.switchable':
      'Memories stored under one form are reachable under the other after the setting changes, since both ids are always stored.',
    'memories.form-b.alphabet':
      'A form B identifier is `mem-` and 16 lower-case Crockford base32 characters.',
    'memories.form-b.random': 'Form B identifiers are random: neither order nor count can be read from them.',
    'memories.form-b.uuid-in-path-404': 'In form B the internal UUID in a path is 404.',
    'memories.form-b.uuid-in-body':
      'In form B the internal UUID in a body names nothing: batch delete does not count it.',
    'memories.form-b.batch-delete': 'In form B batch delete takes `memory_id` values.',
    'memories.form-a.memory-id-404': 'In form A a `mem-` identifier in a path is 404.',
    'memories.form-b.list-tags-ignored': 'In form B the list ignores `tags`.',
    'memories.form-b.uuid-in-relationship-404':
      'In form B the internal UUID as `source_id`, `target_id`, `source_memory_id` or `target_memory_id` is 404.',
    'memories.form-b.relationship-ids':
      'In form B `source_memory_id` and `target_memory_id` of relationships and edges are `memory_id` values.',
    'memories.form-b.graph-nodes': 'In form B graph nodes carry `memory_id` and no `id`.',
    'memories.form-b.seed-and-path': 'In form B `seed_memories` and `path` list `memory_id` values.',
    'memories.form-b.recent-memories': 'In form B `recent_memories` carries `id` and `memory_id`.',
    'memories.form.mcp-parameter':
      'The memory identifier parameter of the tools is `id` in form A and `memory_id` in form B.',
  },
  'docs/specification.md#memory-object': {
    'memories.object.fields':
      'A memory object has exactly the specified fields, every one present, null where there is no value.',
    'memories.object.id': '`id` is a UUID string.',
    'memories.object.workspace-id': '`workspace_id` is the workspace of the key.',
    'memories.object.content-hash-null': '`content_hash` is null right after creation.',
    'memories.object.pagerank-null': '`pagerank_score` is null until the graph analysis has run.',
    'memories.object.community-null': '`community_label` is null until the graph analysis has run.',
    'memories.object.access-count-zero': '`access_count` is 0 at creation.',
    'memories.object.retrieval-count-zero': '`retrieval_count` is 0 at creation.',
    'memories.object.last-accessed-null': '`last_accessed_at` is null at creation.',
    'memories.object.source-session-null': '`source_session_id` is null at creation.',
    'memories.object.is-consolidated-false': '`is_consolidated` is false at creation.',
    'memories.object.consolidated-from-null': '`consolidated_from` is null at creation.',
    'memories.object.created-at': '`created_at` is the time of creation.',
    'memories.object.updated-at-null': '`updated_at` is null at creation.',
  },
  'docs/decisions/identifiers.md#4-what-moves-updated_at': {
    'memories.updated-at.patch-sets': 'A PATCH that changes something sets `updated_at`.',
    'memories.updated-at.counters-keep': 'Access, retrieval and feedback leave `updated_at` as it is.',
    'memories.updated-at.jobs-keep':
      'No job (embedding, graph analysis, recalculation, reclassifier) touches `updated_at`.',
  },
  'docs/decisions/identifiers.md#5-lengths-and-bytes': {
    'memories.limits.code-points': 'Lengths count Unicode code points: 500 emoji fit a title, 501 do not.',
    'memories.limits.readable':
      'Every valid write, a 100,000 character narrative of 4-byte characters included, can be read again in full.',
    'memories.limits.list-readable':
      'Lists, searches and details that include the largest memories still answer.',
  },
  'docs/decisions/identifiers.md#3-what-the-content-hash-covers': {
    'memories.content-hash.set':
      'Once the embedding is stored, `content_hash` is the hexadecimal SHA-256 of the canonical content it was made from, in both forms.',
    'memories.content-hash.reset':
      'A PATCH that changes content sets `content_hash` to null until the new embedding is stored.',
    'memories.content-hash.kept': 'A PATCH that changes no content (scores only) keeps `content_hash`.',
    'memories.content-hash.deterministic':
      'Equal canonical content has an equal hash; changed content another one.',
  },
});
