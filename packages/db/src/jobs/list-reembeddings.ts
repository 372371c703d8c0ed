import { sql } from 'drizzle-orm';
import { queryRows, type Database } from '../database.ts';

/** One workspace that is being embedded with another model. */
export interface Reembedding {
  workspace_id: string;
  name: string;
  model: string;
  /** Memories that have their vector, and memories in all. */
  done: number;
  total: number;
  /** The last sign of life. */
  at: string;
}

/** Re-embeddings under way, at most a hundred. */
export async function listReembeddings(db: Database): Promise<Reembedding[]> {
  const rows = await queryRows<{ body: string }>(
    db,
    sql`select json_build_object('workspace_id', w.id, 'name', w.name, 'model', s.next_model,
        'done', (select count(*) from memory_embeddings e where e.workspace_id = w.id and e.model = s.next_model),
        'total', (select count(*) from memories m where m.workspace_id = w.id), 'at', s.next_model_at)::text body
      from workspace_statistics s join workspaces w on w.id = s.workspace_id
      where s.next_model is not null order by w.id limit 100`,
  );
  return rows.map(({ body }) => JSON.parse(body) as Reembedding);
}
