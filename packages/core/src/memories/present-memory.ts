import type {
  Memory,
  MemoryDetail,
  MemoryIdForm,
  MemoryType,
  MemoryWithFeedback,
  RelationshipRecord,
} from '@memory/contracts';
import type { MemoryDetailRow, MemoryIdentity, MemoryRow, RelationshipRow } from '@memory/db';

/** ISO 8601 in UTC, whatever offset the database wrote. */
export const presentTimestamp = (timestamp: string): string => new Date(timestamp).toISOString();

export const presentOptionalTimestamp = (timestamp: string | null): string | null =>
  timestamp === null ? null : presentTimestamp(timestamp);

/** How the deployment's form addresses a memory. */
export const identifyIn =
  (form: MemoryIdForm) =>
  ({ id, memory_id }: MemoryIdentity): string =>
    form === 'A' ? id : memory_id;

/** A memory as the interface shows it. */
export function presentMemory(row: MemoryRow, form: MemoryIdForm): Memory {
  return {
    id: row.id,
    ...(form === 'B' ? { memory_id: row.memory_id } : {}),
    workspace_id: row.workspace_id,
    title: row.title,
    narrative: row.narrative,
    memory_type: row.memory_type as MemoryType,
    tags: row.tags,
    concepts: row.concepts,
    source_files: row.source_files,
    importance_score: row.importance_score,
    confidence_score: row.confidence_score,
    content_hash: row.content_hash,
    pagerank_score: row.pagerank_score,
    community_label: row.community_label,
    access_count: row.access_count,
    retrieval_count: row.retrieval_count,
    last_accessed_at: presentOptionalTimestamp(row.last_accessed_at),
    source_session_id: row.source_session_id,
    is_consolidated: row.is_consolidated,
    consolidated_from: row.consolidated_from?.map(identifyIn(form)) ?? null,
    created_at: presentTimestamp(row.created_at),
    updated_at: presentOptionalTimestamp(row.updated_at),
  };
}

export function presentMemoryWithFeedback(row: MemoryRow, form: MemoryIdForm): MemoryWithFeedback {
  return {
    ...presentMemory(row, form),
    feedback_positive_count: row.feedback_positive_count,
    feedback_negative_count: row.feedback_negative_count,
  };
}

export function presentMemoryDetail(row: MemoryDetailRow, form: MemoryIdForm): MemoryDetail {
  const present = (relationship: RelationshipRow) => presentRelationship(relationship, form);
  return {
    ...presentMemoryWithFeedback(row, form),
    outgoing_relationships: row.outgoing.map(present),
    incoming_relationships: row.incoming.map(present),
  };
}

export function presentRelationship(row: RelationshipRow, form: MemoryIdForm): RelationshipRecord {
  const identify = identifyIn(form);
  return {
    id: row.id,
    source_memory_id: identify(row.source),
    target_memory_id: identify(row.target),
    relationship_type: row.relationship_type as RelationshipRecord['relationship_type'],
    discovery_method: row.discovery_method as RelationshipRecord['discovery_method'],
    confidence: row.confidence,
    is_bidirectional: row.is_bidirectional,
    context: row.context,
    created_at: presentTimestamp(row.created_at),
  };
}
