import { sql } from 'drizzle-orm';
import { query, type Database } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';

/** One workspace `w`, with its statistics `s`, that is being embedded with another model. */
const reembedding = row({
  workspace_id: col.workspaceId`w.id`,
  name: col.text`w.name`,
  model: col.text`s.next_model`,
  /** Memories that have their vector, and memories in all. */
  done: col.int`(
    select count(*) from memory_embeddings e where e.workspace_id = w.id and e.model = s.next_model)`,
  total: col.int`(select count(*) from memories m where m.workspace_id = w.id)`,
  /** The last sign of life. */
  at: col.timestamp`s.next_model_at`,
});
export type Reembedding = RowOf<typeof reembedding>;

/** Re-embeddings under way, at most a hundred. */
export async function listReembeddings(db: Database): Promise<Reembedding[]> {
  return query(
    db,
    reembedding,
    sql`select ${reembedding.columns}
      from workspace_statistics s join workspaces w on w.id = s.workspace_id
      where s.next_model is not null order by w.id limit 100`,
  );
}
