import { col, row, type RowOf } from '../row.ts';

/** Memory `m` as a node of the graph, with both forms of its identifier. */
export const graphNodeRow = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  memory_type: col.memoryType`m.memory_type`,
  importance_score: col.float`m.importance_score`,
  pagerank_score: col.float.orNull`m.pagerank_score`,
  community_label: col.text.orNull`m.community_label`,
});
export type GraphNodeRow = RowOf<typeof graphNodeRow>;
