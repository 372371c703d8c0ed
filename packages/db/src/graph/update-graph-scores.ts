import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';

/** Memories a statement: at most 1.3 MB of the 4 MiB of a request to the Data API; the embedded engine blocks the process meanwhile. */
const CHUNK = 1_000;

export interface GraphScore {
  id: string;
  score: number;
  label: string | null;
}

/** Writes ranks and labels; a memory that is gone is passed over. */
export async function updateGraphScores(
  db: Database,
  workspaceId: WorkspaceId,
  scores: readonly GraphScore[],
): Promise<void> {
  for (let at = 0; at < scores.length; at += CHUNK) {
    const chunk = scores.slice(at, at + CHUNK);
    await execute(
      db,
      // Locked in the order of ids, as the storing of embeddings does: the two never wait for each other in a circle.
      sql`with input as materialized (
          select m.workspace_id, m.id, i.score, i.label
          from jsonb_to_recordset(${json(chunk)}) i(id uuid, score float8, label text)
          join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = i.id
          order by m.id for no key update of m)
        update memory_counters c set pagerank_score = i.score, community_label = i.label
        from input i where c.workspace_id = i.workspace_id and c.memory_id = i.id`,
    );
  }
}
