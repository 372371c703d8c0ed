import { sql } from 'drizzle-orm';
import { col, row, type RowOf } from '../row.ts';

/** Joins the counters of memory `m` as `c`: looked up one by one, as the planner would not where it knows little. */
export const joinCounters = sql.raw(`cross join lateral (
  select * from memory_counters c where c.workspace_id = m.workspace_id and c.memory_id = m.id offset 0) c`);

/** Memory `m` with its counters `c` as a node of the graph, with both forms of its identifier. */
export const graphNodeRow = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  memory_type: col.memoryType`m.memory_type`,
  importance_score: col.float`m.importance_score`,
  pagerank_score: col.float.orNull`c.pagerank_score`,
  community_label: col.text.orNull`c.community_label`,
});
export type GraphNodeRow = RowOf<typeof graphNodeRow>;
