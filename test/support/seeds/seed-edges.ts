import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { BIDIRECTIONAL_RELATIONSHIP_TYPES, type RelationshipType } from '@memory/contracts';
import type { Database } from '@memory/db';
import { insertInBulk } from './insert-in-bulk.ts';

export interface SeededEdge {
  /** UUIDs, whatever the form. */
  source: string;
  target: string;
  type?: RelationshipType;
  method?: string;
  confidence?: number;
}

/** Relationships a statement: the embedded database blocks the process while it works. */
const CHUNK = 2_000;

/** Puts relationships into a workspace that nobody but discovery could make; returns their ids. */
export async function seedEdges(
  { services: { db }, id: workspaceId }: { services: { db: Database }; id: string },
  edges: readonly SeededEdge[],
): Promise<string[]> {
  const rows = edges.map(({ source, target, type = 'similar_to', method, confidence = 0.8 }) => ({
    id: randomUUID(),
    source_id: source,
    target_id: target,
    relationship_type: type,
    discovery_method: method ?? 'embedding_similarity',
    confidence,
    is_bidirectional: BIDIRECTIONAL_RELATIONSHIP_TYPES.includes(type),
  }));
  for (let first = 0; first < rows.length; first += CHUNK) {
    const chunk = JSON.stringify(rows.slice(first, first + CHUNK));
    await insertInBulk(
      db,
      sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, created_at)
        select ${workspaceId}::uuid, id, source_id, target_id, relationship_type, discovery_method, confidence,
          is_bidirectional, now()
        from jsonb_to_recordset(${chunk}::jsonb) r(id uuid, source_id uuid, target_id uuid,
          relationship_type text, discovery_method text, confidence float8, is_bidirectional bool)`,
    );
  }
  return rows.map(({ id }) => id);
}
