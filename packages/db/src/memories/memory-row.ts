import { sql, type SQL } from 'drizzle-orm';

/** Both forms of a memory's identifier. */
export interface MemoryIdentity {
  id: string;
  memory_id: string;
}

/** A memory as the database holds it, its counters beside it; timestamps are ISO 8601 with an offset. */
export interface MemoryRow {
  id: string;
  memory_id: string;
  workspace_id: string;
  title: string;
  narrative: string;
  memory_type: string;
  tags: string[];
  concepts: string[];
  source_files: string[];
  importance_score: number;
  confidence_score: number;
  content_hash: string | null;
  pagerank_score: number | null;
  community_label: string | null;
  access_count: number;
  retrieval_count: number;
  last_accessed_at: string | null;
  feedback_positive_count: number;
  feedback_negative_count: number;
  source_session_id: string | null;
  is_consolidated: boolean;
  /** The sources, which may have been deleted since. */
  consolidated_from: MemoryIdentity[] | null;
  created_at: string;
  updated_at: string | null;
  revision: number;
}

/** A whole memory as JSON: `m` stands for its row, `c` for its counters, in whatever statement this is put. */
export const memoryJson: SQL = sql.raw(`json_build_object(
  'id', m.id, 'memory_id', m.memory_id, 'workspace_id', m.workspace_id, 'title', m.title, 'narrative', m.narrative,
  'memory_type', m.memory_type, 'tags', m.tags, 'concepts', m.concepts, 'source_files', m.source_files,
  'importance_score', m.importance_score, 'confidence_score', m.confidence_score, 'content_hash', m.content_hash,
  'pagerank_score', m.pagerank_score, 'community_label', m.community_label, 'access_count', c.access_count,
  'retrieval_count', c.retrieval_count, 'last_accessed_at', c.last_accessed_at,
  'feedback_positive_count', c.feedback_positive_count, 'feedback_negative_count', c.feedback_negative_count,
  'source_session_id', m.source_session_id, 'is_consolidated', m.is_consolidated,
  'consolidated_from', m.consolidated_from, 'created_at', m.created_at, 'updated_at', m.updated_at,
  'revision', m.revision)`);
