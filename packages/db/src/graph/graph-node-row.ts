import { sql, type SQL } from 'drizzle-orm';

/** A memory as a node of the graph, with both forms of its identifier. */
export interface GraphNodeRow {
  id: string;
  memory_id: string;
  title: string;
  memory_type: string;
  importance_score: number;
  pagerank_score: number | null;
  community_label: string | null;
}

/** A node as JSON: `m` stands for the memory's row. */
export const graphNodeJson: SQL = sql.raw(`json_build_object(
  'id', m.id, 'memory_id', m.memory_id, 'title', m.title, 'memory_type', m.memory_type,
  'importance_score', m.importance_score, 'pagerank_score', m.pagerank_score, 'community_label', m.community_label)`);
