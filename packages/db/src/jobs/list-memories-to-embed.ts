import { namedMemories } from '../memories/memory-ref.ts';
import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { readMemories } from '../memories/read-memories.ts';
import { col, row, type RowOf } from '../row.ts';

const contentState = row({
  contentDigest: col.text`m.content_digest`,
  /** Its embedding is of its present content. */
  embedded: col.bool`c.content_hash is not distinct from m.content_digest`,
});

export type MemoryToEmbed = RowOf<typeof contentState> & { memory: MemoryRow };

/**
 * Those of the named memories that are not yet embedded, or embedded but not discovered: one whose message was delivered
 * twice and that is finished is not among them, nor one that was deleted.
 */
export async function listMemoriesToEmbed(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<MemoryToEmbed[]> {
  const rows = await readMemories(db, workspaceId, {
    plannedOnce: true,
    extra: contentState,
    picked: sql`select m.id, (row_number() over (order by m.id))::int place, ${contentState.json} extra
      from ${namedMemories(workspaceId, { ids })}
      join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
      where (c.content_hash is distinct from m.content_digest
          or c.discovered_digest is distinct from m.content_digest)`,
  });
  return rows.map(({ memory, extra }) => ({ memory, ...extra }));
}
