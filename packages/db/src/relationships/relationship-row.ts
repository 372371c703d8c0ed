import { col, row, type RowOf } from '../row.ts';

/** A relationship `r` with both forms of the identifiers of its ends, the memories `s` and `t`. */
export const relationshipRow = row({
  id: col.uuid`r.id`,
  source: col.object(row({ id: col.uuid`s.id`, memory_id: col.text`s.memory_id` })),
  target: col.object(row({ id: col.uuid`t.id`, memory_id: col.text`t.memory_id` })),
  relationship_type: col.relationshipType`r.relationship_type`,
  discovery_method: col.discoveryMethod`r.discovery_method`,
  confidence: col.float`r.confidence`,
  is_bidirectional: col.bool`r.is_bidirectional`,
  context: col.text.orNull`r.context`,
  created_at: col.timestamp`r.created_at`,
});
export type RelationshipRow = RowOf<typeof relationshipRow>;
