import { sql, type SQL } from 'drizzle-orm';

/** A relationship with both forms of its ends' identifiers. */
export interface RelationshipRow {
  id: string;
  source: { id: string; memory_id: string };
  target: { id: string; memory_id: string };
  relationship_type: string;
  discovery_method: string;
  confidence: number;
  is_bidirectional: boolean;
  context: string | null;
  created_at: string;
}

/** A relationship as JSON: `r` stands for its row, `s` and `t` for the memories at its ends. */
export const relationshipJson: SQL = sql.raw(`json_build_object(
  'id', r.id, 'source', json_build_object('id', s.id, 'memory_id', s.memory_id),
  'target', json_build_object('id', t.id, 'memory_id', t.memory_id), 'relationship_type', r.relationship_type,
  'discovery_method', r.discovery_method, 'confidence', r.confidence, 'is_bidirectional', r.is_bidirectional,
  'context', r.context, 'created_at', r.created_at)`);
