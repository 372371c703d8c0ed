import type { Requirement } from '../requirement.ts';

/** Identifier forms and fields of a memory. */
export const memoryObject = {
  'memories.form-a.uuid': {
    section: 'docs/specification.md#identifier-forms',
    text: 'In form A the UUID `id` is the only identifier and appears in paths and bodies; answers have no `memory_id`.',
  },
  'memories.form-b.memory-id': {
    section: 'docs/specification.md#identifier-forms',
    text: 'In form B a memory has `memory_id`, `mem-` and 16 characters, beside `id`.',
  },
  'memories.form-b.paths': {
    section: 'docs/specification.md#identifier-forms',
    text: 'In form B every memory path takes `memory_id`.',
  },
  'memories.form.consistent': {
    section: 'docs/specification.md#identifier-forms',
    text: 'One server follows one form in every path, body and answer.',
  },
  'memories.form.setting-default': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: '`MEMORY_ID_FORM` is `A` or `B`, default `A`; another value stops the start.',
  },
  'memories.form.switchable': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'Memories stored under one form are reachable under the other after the setting changes, since both ids are always stored.',
  },
  'memories.form-b.alphabet': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'A form B identifier is `mem-` and 16 lower-case Crockford base32 characters.',
  },
  'memories.form-b.random': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'Form B identifiers are random: neither order nor count can be read from them.',
  },
  'memories.form-b.uuid-in-path-404': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B the internal UUID in a path is 404.',
  },
  'memories.form-b.uuid-in-body': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B the internal UUID in a body names nothing: batch delete does not count it.',
  },
  'memories.form-b.batch-delete': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B batch delete takes `memory_id` values.',
  },
  'memories.form-a.memory-id-404': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form A a `mem-` identifier in a path is 404.',
  },
  'memories.form-b.list-tags-ignored': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B the list ignores `tags`.',
  },
  'memories.object.fields': {
    section: 'docs/specification.md#memory-object',
    text: 'A memory object has exactly the specified fields, every one present, null where there is no value.',
  },
  'memories.object.id': {
    section: 'docs/specification.md#memory-object',
    text: '`id` is a UUID string.',
  },
  'memories.object.workspace-id': {
    section: 'docs/specification.md#memory-object',
    text: '`workspace_id` is the workspace of the key.',
  },
  'memories.object.content-hash-null': {
    section: 'docs/specification.md#memory-object',
    text: '`content_hash` is null right after creation.',
  },
  'memories.object.pagerank-null': {
    section: 'docs/specification.md#memory-object',
    text: '`pagerank_score` is null until the graph analysis has run.',
  },
  'memories.object.community-null': {
    section: 'docs/specification.md#memory-object',
    text: '`community_label` is null until the graph analysis has run.',
  },
  'memories.object.access-count-zero': {
    section: 'docs/specification.md#memory-object',
    text: '`access_count` is 0 at creation.',
  },
  'memories.object.retrieval-count-zero': {
    section: 'docs/specification.md#memory-object',
    text: '`retrieval_count` is 0 at creation.',
  },
  'memories.object.last-accessed-null': {
    section: 'docs/specification.md#memory-object',
    text: '`last_accessed_at` is null at creation.',
  },
  'memories.object.source-session-null': {
    section: 'docs/specification.md#memory-object',
    text: '`source_session_id` is null at creation.',
  },
  'memories.object.is-consolidated-false': {
    section: 'docs/specification.md#memory-object',
    text: '`is_consolidated` is false at creation.',
  },
  'memories.object.consolidated-from-null': {
    section: 'docs/specification.md#memory-object',
    text: '`consolidated_from` is null at creation.',
  },
  'memories.object.created-at': {
    section: 'docs/specification.md#memory-object',
    text: '`created_at` is the time of creation.',
  },
  'memories.object.updated-at-null': {
    section: 'docs/specification.md#memory-object',
    text: '`updated_at` is null at creation.',
  },
  'memories.updated-at.patch-sets': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: 'A PATCH that changes something sets `updated_at`.',
  },
  'memories.updated-at.counters-keep': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: 'Access, retrieval and feedback leave `updated_at` as it is.',
  },
  'memories.limits.code-points': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'Lengths count Unicode code points: 500 emoji fit a title, 501 do not.',
  },
  'memories.limits.readable': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'Every valid write, a 100,000 character narrative of 4-byte characters included, can be read again in full.',
  },
  'memories.limits.list-readable': {
    section: 'docs/decisions/identifiers.md#5-lengths-and-bytes',
    text: 'Lists, searches and details that include the largest memories still answer.',
  },
  'memories.content-hash.set': {
    section: 'docs/decisions/identifiers.md#3-what-the-content-hash-covers',
    text: 'Once the embedding is stored, `content_hash` is the hexadecimal SHA-256 of the canonical content it was made from, in both forms.',
  },
  'memories.content-hash.reset': {
    section: 'docs/decisions/identifiers.md#3-what-the-content-hash-covers',
    text: 'A PATCH that changes content sets `content_hash` to null until the new embedding is stored.',
  },
  'memories.content-hash.kept': {
    section: 'docs/decisions/identifiers.md#3-what-the-content-hash-covers',
    text: 'A PATCH that changes no content (scores only) keeps `content_hash`.',
  },
  'memories.content-hash.deterministic': {
    section: 'docs/decisions/identifiers.md#3-what-the-content-hash-covers',
    text: 'Equal canonical content has an equal hash; changed content another one.',
  },
  'memories.form-b.uuid-in-relationship-404': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B the internal UUID as `source_id`, `target_id`, `source_memory_id` or `target_memory_id` is 404.',
  },
  'memories.form-b.relationship-ids': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B `source_memory_id` and `target_memory_id` of relationships and edges are `memory_id` values.',
  },
  'memories.form-b.graph-nodes': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B graph nodes carry `memory_id` and no `id`.',
  },
  'memories.form-b.seed-and-path': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B `seed_memories` and `path` list `memory_id` values.',
  },
  'memories.form-b.recent-memories': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'In form B `recent_memories` carries `id` and `memory_id`.',
  },
  'memories.updated-at.jobs-keep': {
    section: 'docs/decisions/identifiers.md#4-what-moves-updated_at',
    text: 'No job (embedding, graph analysis, recalculation, reclassifier) touches `updated_at`.',
  },
  'memories.form.mcp-parameter': {
    section: 'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment',
    text: 'The memory identifier parameter of the tools is `id` in form A and `memory_id` in form B.',
  },
} as const satisfies Record<string, Requirement>;
