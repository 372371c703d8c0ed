import { under } from '../requirement.ts';

/** Relationships that callers declare. */
export const relationships = under({
  'docs/specification.md#relationship-object': {
    'relationships.object.fields':
      'A relationship object has exactly `id`, `source_memory_id`, `target_memory_id`, `relationship_type`, `discovery_method`, `confidence`, `is_bidirectional`, `context`, `created_at`.',
    'relationships.object.method-manual':
      'A manual relationship has `discovery_method` `manual`, whatever the body says.',
    'relationships.object.confidence-manual':
      'A manual relationship has `confidence` 1.0, whatever the body says.',
    'relationships.object.context': "`context` is the caller's explanation, null when none was given.",
    'relationships.object.method-values':
      '`discovery_method` is one of `embedding_similarity`, `file_overlap`, `concept_overlap`, `session_context`, `manual`.',
    'relationships.object.type-values': '`relationship_type` is one of the seven types.',
  },
  'docs/specification.md#relationships': {
    'relationships.create.created':
      'POST relationships answers 201 with `{relationships: [relationship object]}`.',
    'relationships.create.supersedes':
      'In POST relationships, `supersedes` makes one row from source to target.',
    'relationships.create.depends-on':
      'In POST relationships, `depends_on` makes one row from source to target.',
    'relationships.create.related-to-mirrored':
      'In POST relationships, `related_to` makes two mirrored rows, both in the answer.',
    'relationships.create.source-required': 'A missing `source_id` is 422.',
    'relationships.create.target-required': 'A missing `target_id` is 422.',
    'relationships.create.type-required':
      'A missing `relationship_type` is a plain validation 422 without a code.',
    'relationships.create.context-optional': 'In POST relationships, `context` may be left out.',
    'relationships.create.workspace-id-ignored': 'A `workspace_id` in the body has no effect.',
    'relationships.create.unknown-source-404': 'In POST relationships, an unknown or foreign source is 404.',
    'relationships.create.unknown-target-404': 'In POST relationships, an unknown or foreign target is 404.',
    'relationships.create.self-edge':
      'Equal `source_id` and `target_id` is 422 with code `self_edge_not_allowed`.',
    'relationships.create.excluded-contradicts':
      'In POST relationships, `contradicts` is 422 with code `excluded_relationship_type`.',
    'relationships.create.excluded-caused-by':
      'In POST relationships, `caused_by` is 422 with code `excluded_relationship_type`.',
    'relationships.create.excluded-references':
      'In POST relationships, `references` is 422 with code `excluded_relationship_type`.',
    'relationships.create.excluded-similar-to':
      'In POST relationships, `similar_to` is 422 with code `excluded_relationship_type`.',
    'relationships.create.duplicate':
      'The same manual edge again is 409 with code `duplicate_manual_relationship`.',
    'relationships.create.mirrored-duplicate':
      'A manual `related_to` from A to B blocks a later `supersedes` from B to A: 409.',
    'relationships.delete.by-id': 'DELETE by `relationship_id` retracts the manual edge.',
    'relationships.delete.by-natural-key':
      'DELETE by `source_id`, `target_id` and `relationship_type` retracts the manual edge.',
    'relationships.delete.discovered-409':
      'DELETE of a discovered edge is 409 with code `relationship_not_manual` and keeps it.',
    'relationships.delete.both-ways-422': 'Both ways of naming in one request is 422.',
    'relationships.delete.no-way-422': 'Neither way of naming is 422.',
    'relationships.delete.partial-key-422': 'An incomplete natural key is 422.',
  },
  'docs/decisions/graph.md#31-order-of-refusals-of-a-relationship': {
    'relationships.create.excluded-any-string':
      'Any other string as type is 422 with code `excluded_relationship_type`.',
    'relationships.create.type-non-string': 'A non-string type is a plain validation 422 without a code.',
    'relationships.create.self-before-existence': 'A self edge of an unknown memory is 422, not 404.',
  },
  'docs/decisions/graph.md#32-one-manual-statement-for-a-pair': {
    'relationships.create.other-type-blocked':
      'A manual row of any type from A to B blocks another from A to B.',
    'relationships.create.related-to-blocked':
      'In POST relationships, `related_to` is blocked by any manual row in either direction.',
    'relationships.create.related-to-blocks':
      'In POST relationships, `related_to` blocks any manual row in either direction.',
    'relationships.create.reverse-directed-allowed':
      'A manual `supersedes` from A to B does not block `depends_on` from B to A.',
    'relationships.create.discovered-never-blocks':
      'A discovered edge between the same memories never blocks.',
    'relationships.create.concurrent': 'Of parallel equal requests exactly one gets 201, the others 409.',
    'relationships.create.concurrent-mirrored':
      'Of parallel requests that exclude each other in mirrored directions exactly one wins.',
    'relationships.create.all-or-nothing': 'A refused `related_to` leaves neither of its rows.',
  },
  'docs/decisions/graph.md#34-retracting-a-relationship': {
    'relationships.delete.no-content': 'DELETE answers 204.',
    'relationships.delete.query': 'DELETE takes its identifiers from the query.',
    'relationships.delete.body': 'DELETE takes its identifiers from a JSON body.',
    'relationships.delete.query-and-body-422': 'Identifiers in query and body at once is 422.',
    'relationships.delete.natural-key-manual':
      'With a manual and a discovered row of the same key the manual one is retracted.',
    'relationships.delete.natural-key-discovered-409':
      'A natural key that names only discovered rows is 409.',
    'relationships.delete.unknown-404': 'A name without a row, or of another workspace, is 404.',
    'relationships.delete.mirrored-both':
      'Retracting one row of a mirrored pair retracts both, named either way.',
    'relationships.delete.again-created': 'After retraction the same edge may be declared again.',
  },
  'docs/decisions/graph.md#33-direction-and-origin-of-types': {
    'relationships.create.is-bidirectional':
      'In POST relationships, `is_bidirectional` is true on both rows of `related_to`, false on `supersedes` and `depends_on`.',
  },
  'docs/specification.md#background-work': {
    'relationships.manual.reclassifier-exempt': 'The nightly reclassifier never retypes a manual edge.',
  },
});
