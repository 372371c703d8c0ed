import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';
import { vectorText } from './vector-text.ts';

export interface NewEmbedding {
  memoryId: string;
  /** As in `workspace_statistics.model`: vectors of two models are never compared. */
  model: string;
  /** Hash of the content that the vector was made from. */
  contentDigest: string;
  /** Null for a text that has nothing to embed: it counts as done, and an older vector goes. */
  vector: ArrayLike<number> | null;
}

/**
 * Stores embeddings and marks their memories as embedded, in one statement; what was made from content that has changed
 * since is passed over, so a late message never overwrites a newer embedding. The first model of a workspace becomes the
 * one that its searches use.
 * @returns ids of the memories whose embedding is now stored
 */
export async function upsertEmbeddings(
  db: Database,
  workspaceId: WorkspaceId,
  embeddings: readonly NewEmbedding[],
): Promise<string[]> {
  if (embeddings.length === 0) return [];
  const input = embeddings.map(({ memoryId, model, contentDigest, vector }) => ({
    memory_id: memoryId,
    model,
    content_digest: contentDigest,
    embedding: vector === null ? null : vectorText(vector),
  }));
  const rows = await queryRows<{ id: string }>(
    db,
    sql`with input as materialized (
        select * from jsonb_to_recordset(${json(input)})
          i(memory_id uuid, model text, content_digest text, embedding text)),
      wanted as materialized (
        select i.* from input i join memories m on m.workspace_id = ${uuid(workspaceId)}
          and m.id = i.memory_id and m.content_digest = i.content_digest
        order by i.memory_id for update of m),
      stored as (
        insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
        select ${uuid(workspaceId)}, memory_id, model, content_digest, embedding::vector from wanted
        where embedding is not null
        on conflict (workspace_id, memory_id, model)
          do update set embedding = excluded.embedding, content_digest = excluded.content_digest),
      dropped as (
        delete from memory_embeddings e using wanted w
        where e.workspace_id = ${uuid(workspaceId)} and e.memory_id = w.memory_id and e.model = w.model
          and w.embedding is null),
      marked as (
        update memories m set content_hash = w.content_digest from wanted w
        where m.workspace_id = ${uuid(workspaceId)} and m.id = w.memory_id
          and m.content_hash is distinct from w.content_digest),
      used as (
        update workspace_statistics s set model = (select min(model) from wanted)
        where s.workspace_id = ${uuid(workspaceId)} and s.model is null and exists (select from wanted))
      select memory_id::text id from wanted`,
  );
  return rows.map(({ id }) => id);
}
