import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { readMemories } from '../memories/read-memories.ts';
import { nullable, uuid } from '../sql-values.ts';

export interface ListWithoutEmbeddingOptions {
  model: string;
  /** Id of the last memory of the page before. */
  after: string | null;
  /** At most 500. */
  limit: number;
}

/**
 * Memories that have no embedding of their present content in a model, by id. A memory whose text has nothing to embed
 * is among them every time.
 */
export async function listMemoriesWithoutEmbedding(
  db: Database,
  workspaceId: WorkspaceId,
  { model, after, limit }: ListWithoutEmbeddingOptions,
): Promise<{ memory: MemoryRow; contentDigest: string }[]> {
  const rows = await readMemories<{ content_digest: string }>(db, workspaceId, {
    picked: sql`select m.id, (row_number() over (order by m.id))::int place,
        json_build_object('content_digest', m.content_digest) extra
      from memories m
      where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'uuid')} is null or m.id > ${nullable(after, 'uuid')})
        and not exists (
          select from memory_embeddings e
          where e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model}::text
            and e.content_digest = m.content_digest)
      order by m.id limit ${limit}::int`,
  });
  return rows.map(({ memory, extra }) => ({ memory, contentDigest: extra.content_digest }));
}
