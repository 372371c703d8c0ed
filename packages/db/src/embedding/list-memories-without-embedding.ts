import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { readMemories } from '../memories/read-memories.ts';
import { col } from '../row.ts';
import { nullable, uuid } from '../sql-values.ts';

export interface ListWithoutEmbeddingOptions {
  model: string;
  /** Id of the last memory of the page before. */
  after: string | null;
  /** At most 500. */
  limit: number;
}

const CONTENT_DIGEST = col.text`m.content_digest`;

/**
 * Memories that have no embedding of their present content in a model, by id. A memory whose text has nothing to embed
 * is among them every time.
 */
export async function listMemoriesWithoutEmbedding(
  db: Database,
  workspaceId: WorkspaceId,
  { model, after, limit }: ListWithoutEmbeddingOptions,
): Promise<{ memory: MemoryRow; contentDigest: string }[]> {
  const rows = await readMemories(db, workspaceId, {
    extra: CONTENT_DIGEST,
    picked: sql`select m.id, (row_number() over (order by m.id))::int place,
        to_json(${CONTENT_DIGEST.json}) extra
      from memories m
      where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'uuid')} is null or m.id > ${nullable(after, 'uuid')})
        and not exists (
          select from memory_embeddings e
          where e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model}::text
            and e.content_digest = m.content_digest)
      order by m.id limit ${limit}::int`,
  });
  return rows.map(({ memory, extra }) => ({ memory, contentDigest: extra }));
}
