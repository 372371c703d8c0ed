import { namedMemories } from '../memories/memory-ref.ts';
import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { readMemories } from '../memories/read-memories.ts';
import { col, row, type RowOf } from '../row.ts';
import { projectOfMemory } from '../same-project.ts';
import { uuid } from '../sql-values.ts';
import { editedInSession } from './edited-in-session.ts';

const around = row({
  commit_id: col.text.orNull`m.commit_id`,
  project: col.text.orNull`${projectOfMemory}`,
  /** Files that its session edited, where it names none itself. */
  edited: col.json<string[]>()`${editedInSession}`,
});

export interface MemoryToAnchor {
  memory: MemoryRow;
  around: RowOf<typeof around>;
}

/**
 * Memories, of all or of some, whose text no anchors were made from, the newest first. Those for which none was found come again when another
 * repository is indexed, and young ones with the next index: it may be the first that has what they speak of. None where no
 * code is indexed.
 */
export async function listMemoriesToAnchor(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<MemoryToAnchor[]> {
  const found = await readMemories(db, workspaceId, {
    plannedOnce: ids !== null,
    extra: around,
    expressions: sql`indexed as materialized (
        select max(r.created_at) at, max(r.updated_at) last from code_repositories r
        where r.workspace_id = ${uuid(workspaceId)}),
      unanchored as materialized (
        select m.* from indexed i cross join lateral (
          select m.* from ${
            ids ? namedMemories(workspaceId, { ids }) : sql`memories m`
          } where m.workspace_id = ${uuid(workspaceId)} and i.at is not null and not exists (
            select from memory_grounds g where g.workspace_id = m.workspace_id and g.memory_id = m.id
              and g.revision = m.revision and (g.verdict <> 'unknown' or g.anchored_at >= i.at
                and (g.anchored_at >= i.last or (m.created_at < i.last - interval '1 day' and not exists (
                  select from memory_anchors a where a.workspace_id = g.workspace_id and a.memory_id = g.memory_id
                    and a.body_hash is null)))))
          order by m.created_at desc, m.id limit ${limit}::int) m)`,
    picked: sql`select m.id, (row_number() over (order by m.created_at desc, m.id))::int place, ${around.json} extra
      from unanchored m`,
  });
  return found.map(({ memory, extra }) => ({ memory, around: extra }));
}
