import type { Requirement } from '../requirement.ts';

/** Relationships that callers declare. */
export const relationships = {
  'relationships.object.fields': {
    section: 'docs/specification.md#relationship-object',
    text: 'A relationship object has exactly `id`, `source_memory_id`, `target_memory_id`, `relationship_type`, `discovery_method`, `confidence`, `is_bidirectional`, `context`, `created_at`.',
  },
  'relationships.object.method-manual': {
    section: 'docs/specification.md#relationship-object',
    text: 'A manual relationship has `discovery_method` `manual`, whatever the body says.',
  },
  'relationships.object.confidence-manual': {
    section: 'docs/specification.md#relationship-object',
    text: 'A manual relationship has `confidence` 1.0, whatever the body says.',
  },
  'relationships.object.context': {
    section: 'docs/specification.md#relationship-object',
    text: "`context` is the caller's explanation, null when none was given.",
  },
  'relationships.object.method-values': {
    section: 'docs/specification.md#relationship-object',
    text: '`discovery_method` is one of `embedding_similarity`, `file_overlap`, `concept_overlap`, `session_context`, `manual`.',
  },
  'relationships.object.type-values': {
    section: 'docs/specification.md#relationship-object',
    text: '`relationship_type` is one of the seven types.',
  },
  'relationships.create.created': {
    section: 'docs/specification.md#relationships',
    text: 'POST relationships answers 201 with `{relationships: [relationship object]}`.',
  },
  'relationships.create.supersedes': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `supersedes` makes one row from source to target.',
  },
  'relationships.create.depends-on': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `depends_on` makes one row from source to target.',
  },
  'relationships.create.related-to-mirrored': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `related_to` makes two mirrored rows, both in the answer.',
  },
  'relationships.create.source-required': {
    section: 'docs/specification.md#relationships',
    text: 'A missing `source_id` is 422.',
  },
  'relationships.create.target-required': {
    section: 'docs/specification.md#relationships',
    text: 'A missing `target_id` is 422.',
  },
  'relationships.create.type-required': {
    section: 'docs/specification.md#relationships',
    text: 'A missing `relationship_type` is a plain validation 422 without a code.',
  },
  'relationships.create.context-optional': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `context` may be left out.',
  },
  'relationships.create.workspace-id-ignored': {
    section: 'docs/specification.md#relationships',
    text: 'A `workspace_id` in the body has no effect.',
  },
  'relationships.create.unknown-source-404': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, an unknown or foreign source is 404.',
  },
  'relationships.create.unknown-target-404': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, an unknown or foreign target is 404.',
  },
  'relationships.create.self-edge': {
    section: 'docs/specification.md#relationships',
    text: 'Equal `source_id` and `target_id` is 422 with code `self_edge_not_allowed`.',
  },
  'relationships.create.excluded-contradicts': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `contradicts` is 422 with code `excluded_relationship_type`.',
  },
  'relationships.create.excluded-caused-by': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `caused_by` is 422 with code `excluded_relationship_type`.',
  },
  'relationships.create.excluded-references': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `references` is 422 with code `excluded_relationship_type`.',
  },
  'relationships.create.excluded-similar-to': {
    section: 'docs/specification.md#relationships',
    text: 'In POST relationships, `similar_to` is 422 with code `excluded_relationship_type`.',
  },
  'relationships.create.duplicate': {
    section: 'docs/specification.md#relationships',
    text: 'The same manual edge again is 409 with code `duplicate_manual_relationship`.',
  },
  'relationships.create.mirrored-duplicate': {
    section: 'docs/specification.md#relationships',
    text: 'A manual `related_to` from A to B blocks a later `supersedes` from B to A: 409.',
  },
  'relationships.create.excluded-any-string': {
    section: 'docs/decisions/graph.md#31-order-of-refusals-of-a-relationship',
    text: 'Any other string as type is 422 with code `excluded_relationship_type`.',
  },
  'relationships.create.type-non-string': {
    section: 'docs/decisions/graph.md#31-order-of-refusals-of-a-relationship',
    text: 'A non-string type is a plain validation 422 without a code.',
  },
  'relationships.create.self-before-existence': {
    section: 'docs/decisions/graph.md#31-order-of-refusals-of-a-relationship',
    text: 'A self edge of an unknown memory is 422, not 404.',
  },
  'relationships.create.other-type-blocked': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'A manual row of any type from A to B blocks another from A to B.',
  },
  'relationships.create.related-to-blocked': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'In POST relationships, `related_to` is blocked by any manual row in either direction.',
  },
  'relationships.create.related-to-blocks': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'In POST relationships, `related_to` blocks any manual row in either direction.',
  },
  'relationships.create.reverse-directed-allowed': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'A manual `supersedes` from A to B does not block `depends_on` from B to A.',
  },
  'relationships.create.discovered-never-blocks': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'A discovered edge between the same memories never blocks.',
  },
  'relationships.create.concurrent': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'Of parallel equal requests exactly one gets 201, the others 409.',
  },
  'relationships.create.concurrent-mirrored': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'Of parallel requests that exclude each other in mirrored directions exactly one wins.',
  },
  'relationships.create.all-or-nothing': {
    section: 'docs/decisions/graph.md#32-one-manual-statement-for-a-pair',
    text: 'A refused `related_to` leaves neither of its rows.',
  },
  'relationships.delete.by-id': {
    section: 'docs/specification.md#relationships',
    text: 'DELETE by `relationship_id` retracts the manual edge.',
  },
  'relationships.delete.by-natural-key': {
    section: 'docs/specification.md#relationships',
    text: 'DELETE by `source_id`, `target_id` and `relationship_type` retracts the manual edge.',
  },
  'relationships.delete.discovered-409': {
    section: 'docs/specification.md#relationships',
    text: 'DELETE of a discovered edge is 409 with code `relationship_not_manual` and keeps it.',
  },
  'relationships.delete.both-ways-422': {
    section: 'docs/specification.md#relationships',
    text: 'Both ways of naming in one request is 422.',
  },
  'relationships.delete.no-way-422': {
    section: 'docs/specification.md#relationships',
    text: 'Neither way of naming is 422.',
  },
  'relationships.delete.partial-key-422': {
    section: 'docs/specification.md#relationships',
    text: 'An incomplete natural key is 422.',
  },
  'relationships.delete.no-content': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'DELETE answers 204.',
  },
  'relationships.delete.query': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'DELETE takes its identifiers from the query.',
  },
  'relationships.delete.body': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'DELETE takes its identifiers from a JSON body.',
  },
  'relationships.delete.query-and-body-422': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'Identifiers in query and body at once is 422.',
  },
  'relationships.delete.natural-key-manual': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'With a manual and a discovered row of the same key the manual one is retracted.',
  },
  'relationships.delete.natural-key-discovered-409': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'A natural key that names only discovered rows is 409.',
  },
  'relationships.delete.unknown-404': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'A name without a row, or of another workspace, is 404.',
  },
  'relationships.delete.mirrored-both': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'Retracting one row of a mirrored pair retracts both, named either way.',
  },
  'relationships.delete.again-created': {
    section: 'docs/decisions/graph.md#34-retracting-a-relationship',
    text: 'After retraction the same edge may be declared again.',
  },
  'relationships.create.is-bidirectional': {
    section: 'docs/decisions/graph.md#33-direction-and-origin-of-types',
    text: 'In POST relationships, `is_bidirectional` is true on both rows of `related_to`, false on `supersedes` and `depends_on`.',
  },
  'relationships.manual.reclassifier-exempt': {
    section: 'docs/specification.md#background-work',
    text: 'The nightly reclassifier never retypes a manual edge.',
  },
} as const satisfies Record<string, Requirement>;
