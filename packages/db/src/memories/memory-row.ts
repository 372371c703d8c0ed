import { col, row, type RowOf } from '../row.ts';
import { readGiven } from './given-columns.ts';

/** Both forms of the identifier of memory `m`. */
export const memoryIdentity = row({ id: col.uuid`m.id`, memory_id: col.text`m.memory_id` });
export type MemoryIdentity = RowOf<typeof memoryIdentity>;

/** Memory `m` with its counters `c`, in whatever statement this is put; timestamps are ISO 8601 with an offset. */
export const memoryRow = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  workspace_id: col.uuid`m.workspace_id`,
  title: col.text`m.title`,
  narrative: col.text`m.narrative`,
  memory_type: col.memoryType`m.memory_type`,
  tags: col.textList`m.tags`,
  concepts: col.textList`m.concepts`,
  source_files: col.textList`m.source_files`,
  ...readGiven('m'),
  /** Null while there is no embedding of the present content. */
  content_hash: col.text.orNull`case when c.content_hash = m.content_digest then c.content_hash end`,
  pagerank_score: col.float.orNull`c.pagerank_score`,
  community_label: col.text.orNull`c.community_label`,
  access_count: col.int`c.access_count`,
  retrieval_count: col.int`c.retrieval_count`,
  last_accessed_at: col.timestamp.orNull`c.last_accessed_at`,
  feedback_positive_count: col.int`c.feedback_positive_count`,
  feedback_negative_count: col.int`c.feedback_negative_count`,
  source_session_id: col.text.orNull`m.source_session_id`,
  is_consolidated: col.bool`m.is_consolidated`,
  /** The sources, which may have been deleted since. */
  consolidated_from: col.json<MemoryIdentity[]>().orNull`m.consolidated_from`,
  created_at: col.timestamp`m.created_at`,
  updated_at: col.timestamp.orNull`m.updated_at`,
  revision: col.int`m.revision`,
});
export type MemoryRow = RowOf<typeof memoryRow>;
