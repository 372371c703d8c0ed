import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { readMemories } from '../memories/read-memories.ts';
import { uuid, uuidArray } from '../sql-values.ts';

export interface MemoryToEmbed {
  memory: MemoryRow;
  contentDigest: string;
  /** Its embedding is of its present content. */
  embedded: boolean;
}

/**
 * Those of the named memories that are not yet embedded, or embedded but not discovered: one whose message was delivered
 * twice and that is finished is not among them, nor one that was deleted.
 */
export async function listMemoriesToEmbed(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<MemoryToEmbed[]> {
  const rows = await readMemories<{ content_digest: string; embedded: boolean }>(db, workspaceId, {
    picked: sql`select m.id, (row_number() over (order by m.id))::int place, json_build_object(
        'content_digest', m.content_digest,
        'embedded', m.content_hash is not distinct from m.content_digest) extra
      from memories m
      where m.workspace_id = ${uuid(workspaceId)} and m.id = any(${uuidArray(ids)})
        and (m.content_hash is distinct from m.content_digest or m.discovered_digest is distinct from m.content_digest)`,
  });
  return rows.map(({ memory, extra }) => ({
    memory,
    contentDigest: extra.content_digest,
    embedded: extra.embedded,
  }));
}
